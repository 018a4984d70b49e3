import { Fragment } from 'react';
import { paths } from '../../paths';
import type { EventRecord } from '../../types';
import { HeroPhoto } from '../../ui/photo/hero-photo';
import { Link } from '../../ui/router';
import { SplitBill } from '../../ui/type/bill';

/** The head of the poster: photograph, name, and who else plays. */
export function PosterHead({ event }: { event: EventRecord }) {
  const { artist, lineup } = event;
  const isCancelled = event.status === 'cancelled';
  return (
    <section className="hero hero--gig on-stage" aria-labelledby="gig-name">
      <HeroPhoto of={artist} />
      <div className="hero__in wrap measure">
        <h1
          className={isCancelled ? 'hero__name is-struck' : 'hero__name'}
          id="gig-name"
          translate="no"
          dir="auto"
        >
          {isCancelled && <span className="visually-hidden">Cancelled: </span>}
          <SplitBill text={artist.name} />
        </h1>
        <p className="hero__genre">
          <span>{lineup.length === 0 ? artist.genre : 'with '}</span>
          {lineup.map(({ id, name, artist: other }, place) => (
            <Fragment key={id}>
              {place > 0 && <span>{', '}</span>}
              {other ? (
                <Link href={paths.artist(other.id)} translate="no">
                  {name}
                </Link>
              ) : (
                <span translate="no">{name}</span>
              )}
            </Fragment>
          ))}
        </p>
      </div>
    </section>
  );
}
