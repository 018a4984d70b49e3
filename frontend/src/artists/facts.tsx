import type { ReactNode } from 'react';
import { sinceKey } from '../api/artists';
import { useStore } from '../api/queries/query-store';
import { followersLine } from '../format';
import { useSite } from '../site';
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
        {/^[0\s]*$/.test(artist.followers) ? (
          <Since artist={artist} />
        ) : (
          <div>
            <dt className="visually-hidden">Followers</dt>
            <dd>{followersLine(artist.followers)}</dd>
          </div>
        )}
      </dl>
      {children}
    </div>
  );
}

/** Stands in the place of followers until there are some. */
function Since({ artist }: { artist: Artist }) {
  const site = useSite();
  // The server's engine knows no time zones: what it writes comes with the page.
  const { data } = useStore().read(sinceKey(artist.id));
  const month = data ?? monthIn(site.timezone, artist.published_at ?? artist.created_at);
  return (
    <div>
      <dt className="visually-hidden">Since</dt>
      <dd>{`On ${site.name} since ${month}`}</dd>
    </div>
  );
}

function monthIn(timeZone: string, instant: string): string {
  const options = { timeZone, month: 'long', year: 'numeric' } as const;
  return new Date(instant).toLocaleDateString('en-US', options);
}

/** As long in a stand-in as in the typeface, so that the fact after it does not move. */
function asLongAs(text: string): string {
  return fitClasses(text, lineLength(text, PLAIN_WIDTH), 'whole');
}
