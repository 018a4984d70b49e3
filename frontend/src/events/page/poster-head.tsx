import { Fragment } from 'react';
import { paths } from '../../paths';
import { WIDE } from '../../pictures';
import type { EventRecord } from '../../types';
import { Photo } from '../../ui/photo';
import { Link } from '../../ui/router';
import { SplitBill } from '../../ui/type/bill';

/** As in the hero. */
const NAME_TARGET = 6.3;

/** The head of the poster: photograph, name, and who else plays. */
export function PosterHead({ event }: { event: EventRecord }) {
  const { artist, lineup } = event;
  const isCancelled = event.status === 'cancelled';
  return (
    <section className="hero hero--gig on-stage" aria-labelledby="gig-name">
      <Photo
        className="hero__img"
        src={artist.image}
        alt={artist.name}
        standIn={artist.name}
        widths={WIDE}
        sizes="(min-width:768px) 68vw,100vw"
        width={1280}
        height={960}
        fetchPriority="high"
      />
      <div className="hero__in">
        <div className="wrap">
          <div className="measure">
            <h1
              className={isCancelled ? 'hero__name is-struck' : 'hero__name'}
              id="gig-name"
              translate="no"
              dir="auto"
            >
              {isCancelled && <span className="visually-hidden">Cancelled: </span>}
              <SplitBill text={artist.name} target={NAME_TARGET} />
            </h1>
            <p className="hero__genre">
              {lineup.length === 0 ? artist.genre : 'with '}
              {lineup.map(({ id, name, artist: other }, place) => (
                <Fragment key={id}>
                  {place > 0 && ', '}
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
        </div>
      </div>
    </section>
  );
}
