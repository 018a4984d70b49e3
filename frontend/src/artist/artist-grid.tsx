import { Link } from 'wouter';
import { paths } from '../paths';
import type { ArtistCard as Card } from '../types';
import { Bill } from '../ui/bill';
import { Photo } from '../ui/photo';
import './card.css';

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
    <Link className="card m" href={paths.artist(artist.id)}>
      <div className="card__img">
        <Photo
          src={artist.image}
          alt={artist.name}
          width={1280}
          height={960}
          loading="lazy"
          decoding="async"
        />
      </div>
      <h3 className="card__name">
        <Bill text={artist.name} target={NAME_TARGET} />
      </h3>
      <p className="card__meta">
        <span>{artist.genre}</span>{' '}
        <span>
          <b>{artist.followers}</b> followers
        </span>
      </p>
    </Link>
  );
}
