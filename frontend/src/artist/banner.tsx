import type { Artist } from '../types';
import { Photo } from '../ui/photo';
import './profile.css';

/** The photograph above a profile; its box is there before the artist is known. */
export function Banner({ artist }: { artist: Artist | undefined }) {
  return (
    <div className="banner on-stage">
      {artist && (
        <Photo
          className="banner__img"
          src={artist.image}
          alt={artist.name}
          width={1280}
          height={960}
          fetchPriority="high"
        />
      )}
    </div>
  );
}
