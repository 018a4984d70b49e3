import { useId } from 'react';
import type { ArtistCard } from '../../types';
import { TitleBill } from '../../ui/type/bill';
import { Disc } from './disc';

const TITLE_TARGET = 5;

/** Keeps the band's place until the artist is loaded. */
export function ReleaseBandSkeleton() {
  return (
    <div className="release">
      <div className="wrap skeleton--release" />
    </div>
  );
}

/** The home page's Latest Release: a paper label across the page. */
export function ReleaseBand({ artist, title }: { artist: ArtistCard; title: string }) {
  const headingId = useId();
  return (
    <section className="release on-stock" aria-labelledby={headingId}>
      <div className="wrap">
        <div>
          <h2 className="head" id={headingId}>
            Latest Release
          </h2>
          <TitleBill text={title} target={TITLE_TARGET} />
          <p className="release__by" dir="auto" translate="no">
            {artist.name}
          </p>
        </div>
        <Disc artist={artist} />
      </div>
    </section>
  );
}
