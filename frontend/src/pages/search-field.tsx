import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { artistSearch } from '../api/artists';
import { eventSearch } from '../api/events';
import { type List, type ListResource, useResource } from '../api/query-store';
import { searchOf } from '../api/search';
import { counted } from '../format';
import type { ArtistCard, ListedEvent } from '../types';
import { useAfterPause } from '../ui/use-after-pause';

export type SearchLists = {
  artists: ListResource<ArtistCard>;
  events: ListResource<ListedEvent>;
};

/** Searches while a person types, at once with Enter, and gives up with Escape: then it hands `onFound` null. */
export function SearchField({ onFound }: { onFound: (found: SearchLists | null) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const searched = useRef('');
  const afterPause = useAfterPause();
  const [isUsed, setUsed] = useState(false);
  const [found, setFound] = useState<SearchLists | null>(null);

  const search = useCallback(() => {
    const words = searchOf(input.current?.value ?? '');
    if (words === searched.current) return;
    searched.current = words;
    const next = words ? { artists: artistSearch(words), events: eventSearch(words) } : null;
    setFound(next);
    onFound(next);
  }, [onFound]);

  // A person may have come to the field, and typed, before the page came to life.
  useEffect(() => {
    if (input.current?.value || document.activeElement === input.current) setUsed(true);
    search();
  }, [search]);

  function onKeyDown({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
    if (key === 'Escape') currentTarget.value = '';
    if (key === 'Enter' || key === 'Escape') search();
  }

  function clear(): void {
    if (!input.current) return;
    input.current.value = '';
    input.current.focus();
    search();
  }

  return (
    <search className="find">
      <div className="wrap field">
        <label htmlFor="find">Search artists and events</label>
        <input
          ref={input}
          id="find"
          className="input"
          type="search"
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          onFocus={() => setUsed(true)}
          onInput={() => afterPause(search)}
          onKeyDown={onKeyDown}
        />
        {isUsed && (
          <div className="find__result">
            <p role="status">{found && <Counts found={found} />}</p>
            {found && (
              <button className="link" type="button" onClick={clear}>
                Clear search
              </button>
            )}
          </div>
        )}
      </div>
    </search>
  );
}

function Counts({ found }: { found: SearchLists }) {
  const { data: artists } = useResource(found.artists);
  const { data: events } = useResource(found.events);
  if (!artists || !events) return null;
  if (artists.rows.length + events.rows.length === 0) return 'Nothing found.';
  return `Found: ${atLeast(artists, 'artist')}, ${atLeast(events, 'upcoming event')}.`;
}

function atLeast({ rows, hasMore }: List<unknown>, noun: string): string {
  return (hasMore ? 'more than ' : '') + counted(rows.length, noun);
}
