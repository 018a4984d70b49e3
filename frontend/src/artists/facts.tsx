import type { ReactNode } from 'react';
import { followersLine } from '../format';
import type { Artist } from '../types';
import { lineLength } from '../ui/type/fit';
import { fitClasses } from '../ui/type/fitted-rules';

const PLAIN_WIDTH = 100;

export function Facts({ artist, children }: { artist: Artist; children?: ReactNode }) {
  return (
    <div className="factbar">
      <dl>
        <div>
          <dt className="visually-hidden">Genre</dt>
          <dd className={asLongAs(artist.genre)}>{artist.genre}</dd>
        </div>
        <div>
          <dt className="visually-hidden">Followers</dt>
          <dd>{followersLine(artist.followers)}</dd>
        </div>
      </dl>
      {children}
    </div>
  );
}

/** As long in a stand-in as in the typeface, so that the fact after it does not move. */
function asLongAs(text: string): string {
  return fitClasses(text, lineLength(text, PLAIN_WIDTH), 'whole');
}
