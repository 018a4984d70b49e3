import { WIDE } from '../pictures';
import type { Artist } from '../types';
import { Photo } from '../ui/photo';

/** The photograph above a profile. Its box keeps the place until the artist is loaded. */
export function Banner({ artist }: { artist: Artist | undefined }) {
  return (
    <div className="banner on-stage">
      {artist && (
        <Photo
          className="banner__img"
          src={artist.image}
          alt={artist.image_alt || artist.name}
          standIn={artist.name}
          widths={WIDE}
          sizes="100vw"
          width={1280}
          height={400}
          fetchPriority="high"
        />
      )}
    </div>
  );
}
