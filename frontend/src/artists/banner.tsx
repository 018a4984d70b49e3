import { WIDE } from '../pictures';
import type { Artist, ArtistCard } from '../types';
import { Photo } from '../ui/photo/photo';

type Props = { artist: (ArtistCard & Partial<Artist>) | undefined };

/** The photograph above a profile. Its box keeps the place until something is known of the artist. */
export function Banner({ artist }: Props) {
  return (
    <div className="banner on-stage">
      {artist && (
        <Photo
          className="banner__img"
          of={artist}
          alt={artist.image_alt || artist.name}
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
