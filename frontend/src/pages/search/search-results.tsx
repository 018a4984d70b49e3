import type { ReactNode } from 'react';
import { artistSearch } from '../../api/artists';
import { eventSearch } from '../../api/events';
import { type PagedQuery, usePagedList } from '../../api/queries/query-store';
import { searchOf } from '../../api/search';
import { DateHit } from '../../events/date-hit';
import { countedList } from '../../format';
import { paths } from '../../paths';
import type { ArtistCard } from '../../types';
import { LoadFailure } from '../../ui/list/load-failure';
import { ShowMore } from '../../ui/list/show-more';
import { Photo } from '../../ui/photo/photo';
import { Link } from '../../ui/router';

/** What is found for `text`, artists and dates apart. */
export function SearchResults({ text }: { text: string }) {
  const words = searchOf(text);
  const artists = usePagedList(artistSearch(words));
  const events = usePagedList(eventSearch(words));
  const isFound = artists.data && events.data;
  const hasFailed = artists.error !== undefined || events.error !== undefined;
  const isNothing = artists.data?.count === 0 && events.data?.count === 0;
  const retry = () => Promise.all([artists.onRetry(), events.onRetry()]);
  if (hasFailed && !isFound) return <LoadFailure what="The results" onRetry={retry} />;
  return (
    <>
      <p className={isNothing ? 'search__nothing' : 'search__hint'} role="status">
        {isNothing
          ? `Nothing found for “${text}”.`
          : isFound
            ? counts(artists, events)
            : 'Searching…'}
      </p>
      {isNothing && <Nothing />}
      <div className="search__groups">
        <Group title="Artists" list={artists}>
          {(artist) => <ArtistHit key={artist.id} artist={artist} />}
        </Group>
        <Group title="Dates" list={events}>
          {(event) => <DateHit key={event.id} event={event} />}
        </Group>
      </div>
    </>
  );
}

/** '1 artist, 4 dates'; what there is none of is not told. */
function counts(artists: PagedQuery<unknown>, dates: PagedQuery<unknown>): string {
  const said = (count = 0, noun = '') => (count > 0 ? [countedList(count, noun)] : []);
  return [...said(artists.data?.count, 'artist'), ...said(dates.data?.count, 'date')].join(', ');
}

function Nothing() {
  return (
    <div className="search__hint">
      <p>Search looks at names, cities and venues. Fewer letters find more.</p>
      <a className="btn btn--line" href={paths.eventList}>
        All dates
      </a>
    </div>
  );
}

type GroupProps<T> = {
  title: 'Artists' | 'Dates';
  list: PagedQuery<T>;
  children: (row: T) => ReactNode;
};

function Group<T>({ title, list, children }: GroupProps<T>) {
  const { data } = list;
  if (!data || data.rows.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ShowMore what={title.toLowerCase()} of={list}>
        <ul>{data.rows.map(children)}</ul>
      </ShowMore>
    </section>
  );
}

function ArtistHit({ artist }: { artist: ArtistCard }) {
  return (
    <li>
      <Link className="hit" href={paths.artist(artist.id)}>
        <span className="hit__picture">
          <Photo of={artist} alt="" widths={[240]} sizes="56px" width={56} height={56} />
        </span>
        <span>
          <strong dir="auto" translate="no">
            {artist.name}
          </strong>
          <small>{artist.genre}</small>
        </span>
      </Link>
    </li>
  );
}
