import { linksResource } from '../api/artists';
import { useResource } from '../api/queries/query-store';
import { paths } from '../paths';
import type { ArtistCard, ListedLink } from '../types';
import { HeroPhoto } from '../ui/photo/hero-photo';
import { Link } from '../ui/router';
import { SplitBill } from '../ui/type/bill';
import { Listen } from './listen';
import { NextDate } from './next-date';

const NONE: ListedLink[] = [];

export function Hero({ artist }: { artist: ArtistCard }) {
  const { data: links } = useResource(linksResource(artist.id));
  return (
    <section className="hero on-stage" aria-labelledby="hero-name">
      <HeroPhoto of={artist} />
      <div className="hero__in wrap measure">
        <h1 className="hero__name" id="hero-name">
          <SplitBill text={artist.name} />
        </h1>
        <p className="hero__genre">{artist.genre}</p>
        <div className="hero__act">
          <NextDate artistId={artist.id} />
          <Listen artist={artist} links={links ?? NONE} side="left">
            Listen Now
          </Listen>
          <Link className="btn btn--line" href={paths.artist(artist.id)}>
            View Profile
          </Link>
        </div>
      </div>
    </section>
  );
}

/** Holds the hero's height while nobody is known yet. */
export function HeroSkeleton() {
  return <div className="hero" aria-busy="true" />;
}

/** The place of the hero on a site without artists. */
export function EmptyHero({ title }: { title: string }) {
  return (
    <section className="hero on-stage" aria-labelledby="hero-name">
      <div className="hero__in wrap measure">
        <h1 className="hero__name" id="hero-name">
          <SplitBill text={title} />
        </h1>
        <p className="hero__genre">Artists and dates will be here soon.</p>
      </div>
    </section>
  );
}
