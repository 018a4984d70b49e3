import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { foundArtists } from '../api/artists';
import { foundEvents } from '../api/events';
import { type List, useResource } from '../api/query-store';
import { searchOf } from '../api/search';
import { counted } from '../format';
import { useAfterPause } from '../ui/use-after-pause';
import type { Found } from './search-field';

type Props = {
  input: RefObject<HTMLInputElement | null>;
  onFound: (found: Found | null) => void;
};

/** What makes the field work: it looks as one types, at once with Enter, and gives up with Escape. */
export function Search({ input, onFound }: Props) {
  const [found, setFound] = useState<Found | null>(null);
  const shown = useRef('');

  const look = useCallback(() => {
    const search = searchOf(input.current?.value ?? '');
    if (search === shown.current) return;
    shown.current = search;
    const next = search ? { artists: foundArtists(search), events: foundEvents(search) } : null;
    setFound(next);
    onFound(next);
  }, [input, onFound]);
  useTyping(input, look);

  function clear(): void {
    if (!input.current) return;
    input.current.value = '';
    input.current.focus();
    look();
  }

  return (
    <div className="find__said">
      <p role="status">{found && <Counts found={found} />}</p>
      {found && (
        <button className="link" type="button" onClick={clear}>
          Clear search
        </button>
      )}
    </div>
  );
}

function Counts({ found }: { found: Found }) {
  const { data: artists } = useResource(found.artists);
  const { data: events } = useResource(found.events);
  if (!artists || !events) return null;
  if (artists.rows.length + events.rows.length === 0) return 'Nothing found.';
  return `Found: ${atLeast(artists, 'artist')}, ${atLeast(events, 'upcoming event')}.`;
}

function atLeast({ rows, hasMore }: List<unknown>, noun: string): string {
  return (hasMore ? 'more than ' : '') + counted(rows.length, noun);
}

/** Calls `look` when somebody has typed. The field itself stood in the page before this was loaded. */
function useTyping(input: Props['input'], look: () => void): void {
  const afterPause = useAfterPause();
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const onInput = () => afterPause(look);
    const onKeyDown = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') field.value = '';
      if (key === 'Enter' || key === 'Escape') look();
    };
    look(); // what was typed in the meantime
    field.addEventListener('input', onInput);
    field.addEventListener('keydown', onKeyDown);
    return () => {
      field.removeEventListener('input', onInput);
      field.removeEventListener('keydown', onKeyDown);
    };
  }, [input, look, afterPause]);
}
