import type { ArtistCard } from '../../types';
import { Photo } from '../../ui/photo/photo';

export function Disc({ artist }: { artist: Pick<ArtistCard, 'name' | 'image'> }) {
  return (
    <div className="disc" aria-hidden="true">
      <div className="disc__label">
        <Photo
          of={artist}
          alt=""
          widths={[240, 480]}
          sizes="240px"
          width={240}
          height={240}
          loading="lazy"
        />
      </div>
      <div className="disc__hole" />
    </div>
  );
}
