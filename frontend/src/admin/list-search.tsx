import { type KeyboardEvent, useId, useState } from 'react';
import {
  type ListResource,
  type PagedQuery,
  usePagedList,
  useResource,
} from '../api/queries/query-store';
import { searchOf } from '../api/search';
import { countedSoFar } from '../format';
import { TextField } from '../ui/form/field';
import { keyOf, onEscape } from '../ui/keys';
import { useAfterPause } from '../ui/use-after-pause';

type SearchField = {
  text: string;
  onType: (text: string) => void;
  /** How the search goes, where nothing beside the field tells it. */
  said?: string;
};

type Searched<T> = PagedQuery<T> & {
  /** Another one for each search. */
  key: string;
  isSearched: boolean;
  /** The search field's state; null where there is nothing to search for. */
  field: SearchField | null;
};

/** What is typed, for the next time that the list is shown. */
export type Kept = { current: string };

export const SEARCHING = 'Searching…';

/** A list of the panel that can be searched, if it is long or what is typed is `kept`; `noun` is what it lists. */
export function useSearchedList<T>(
  all: ListResource<T>,
  find: (search: string) => ListResource<T>,
  noun: 'artist' | 'event',
  kept?: Kept,
): Searched<T> {
  const [text, setText] = useState(kept?.current ?? '');
  const [search, setSearch] = useState(searchOf(text));
  const afterPause = useAfterPause();
  const resource = search ? find(search) : all;
  const first = useResource(all);
  const shown = usePagedList(resource);
  const onType = (typed: string) => {
    setText(typed);
    if (kept) kept.current = typed;
    afterPause(() => setSearch(searchOf(typed)));
  };
  const isNeeded = first.data?.hasMore || text !== '' || kept !== undefined;
  return {
    ...shown,
    key: resource.key,
    isSearched: search !== '',
    field: isNeeded ? { text, onType, said: search && told(shown, noun) } : null,
  };
}

/** A field that does this first at each letter: a search lists only what matches it, and leaves the focus where one types. */
export const atEachLetter = (field: SearchField | null, act: () => void): SearchField | null =>
  field && {
    ...field,
    onType: (text) => {
      act();
      field.onType(text);
    },
  };

function told<T>({ data, error }: PagedQuery<T>, noun: string): string {
  if (!data) return error === undefined ? SEARCHING : '';
  return data.rows.length > 0 ? countedSoFar(data, noun) : `No ${noun}s found.`;
}

type Props = { label: string; field: SearchField | null };

/** The search field of a list, shown where it is offered. */
export function ListSearch({ label, field }: Props) {
  const name = useId();
  if (!field) return null;
  const { text, onType, said } = field;
  const onKeyDown = (event: KeyboardEvent) => {
    if (keyOf(event) === 'Enter') event.preventDefault(); // It would submit the form around it.
    if (text !== '') onEscape(() => onType(''))(event);
  };
  return (
    <search className="list-search" onKeyDown={onKeyDown}>
      <TextField
        label={label}
        type="search"
        isOptional
        hint=""
        name={name}
        value={text}
        error={undefined}
        onChange={({ target }) => onType(target.value)}
      />
      {/* What was found is in sight below. */}
      {text && said !== undefined && (
        <p className={said === SEARCHING ? 'only-for late' : 'visually-hidden'} role="status">
          {said}
        </p>
      )}
    </search>
  );
}
