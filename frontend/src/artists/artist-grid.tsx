import { shortCount } from '../format';
import { paths } from '../paths';
import type { ArtistCard as Card } from '../types';
import { Photo } from '../ui/photo/photo';
import { Link } from '../ui/router';
import { Bill } from '../ui/type/bill';

const NAME_TARGET = 7.7;

export function ArtistGrid({ artists }: { artists: Card[] }) {
  return (
    <ul className="grid">
      {artists.map((artist) => (
        <li key={artist.id}>
          <ArtistCard artist={artist} />
        </li>
      ))}
    </ul>
  );
}

function ArtistCard({ artist }: { artist: Card }) {
  return (
    <Link className="card measure" href={paths.artist(artist.id)}>
      <div className="card__img">
        <Photo
          of={artist}
          alt=""
          widths={[480, 828, 1200]}
          sizes="(min-width:768px) 50vw,100vw"
          width={480}
          height={600}
          loading="lazy"
        />
      </div>
      <h3 className="card__name">
        <Bill text={artist.name} target={NAME_TARGET} />
      </h3>
      <p className="card__meta">
        <span>{artist.genre}</span>{' '}
        <span>
          <b>{shortCount(artist.followers)}</b> followers
        </span>
      </p>
    </Link>
  );
}
