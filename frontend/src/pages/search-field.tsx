import { useEffect, useRef, useState } from 'react';
import type { ListResource } from '../api/query-store';
import type { ArtistCard, EventWithArtist } from '../types';
import { Alert } from '../ui/alert';
import { later } from '../ui/lazy-component';

export type Found = {
  artists: ListResource<ArtistCard>;
  events: ListResource<EventWithArtist>;
};

/** Loaded when somebody comes to the field. */
const Search = later(
  async () => (await import('./search')).Search,
  <Alert message="The search could not be loaded. Reload the page." />,
);

/** Told of null, the page shows what it shows without a search. */
export function SearchField({ onFound }: { onFound: (found: Found | null) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isUsed, setUsed] = useState(false);

  // The field may have been found before the page came to life.
  useEffect(() => {
    if (input.current?.value || document.activeElement === input.current) setUsed(true);
  }, []);

  return (
    <search className="find">
      <div className="wrap field">
        <label htmlFor="find">Search artists and events</label>
        <input
          ref={input}
          id="find"
          className="in"
          type="search"
          maxLength={200}
          autoComplete="off"
          enterKeyHint="search"
          onFocus={() => setUsed(true)}
        />
        {isUsed && <Search input={input} onFound={onFound} />}
      </div>
    </search>
  );
}
