import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { preparedArtistSearch, preparedArtists } from '../../../api/announcements';
import { useResource } from '../../../api/queries/query-store';
import { searchOf } from '../../../api/search';
import type { Act } from '../../../types';
import { movesRow, type Order, OrderButtons, useOrder } from '../../../ui/form/ordered-rows';
import { useAfterPause } from '../../../ui/use-after-pause';
import { Combo, type Option } from './combo';

type Props = {
  names: Act[];
  error: string | undefined;
  onChange: (names: Act[]) => void;
};

const MAX_SUGGESTED = 5;

/** Who else plays, in order: artists of the site and names without a profile. */
export function BillField({ names, error, onChange }: Props) {
  const order = useOrder(names, (place) => names[place]?.name ?? '', onChange);
  const link = useLateLink(names, onChange);
  return (
    <div className="wide bill-field" ref={order.box}>
      {names.length > 0 && (
        <ol className="bill-rows" aria-label="Bill, in order">
          {names.map((entry, place) => (
            <BillRow
              key={`${entry.artist_id ?? ''} ${entry.name}`}
              entry={entry}
              place={place}
              count={names.length}
              order={order}
            />
          ))}
        </ol>
      )}
      <AddName
        names={names}
        error={error}
        onAdd={(entry, isSure) => {
          const known = names.some(({ name }) => isSame(name, entry.name));
          if (!known) onChange([...names, entry]);
          if (!known && !isSure) void link(entry.name);
        }}
      />
    </div>
  );
}

const isSame = (name: string, other: string) => name.toLowerCase() === other.toLowerCase();

/** Links a name to the artist of the site who has it: who types faster than the search answers has added it already. */
function useLateLink(names: Act[], onChange: (names: Act[]) => void) {
  const latest = useRef(names);
  const closed = useRef(new AbortController());
  useLayoutEffect(() => {
    latest.current = names;
  }, [names]);
  useEffect(() => {
    closed.current = new AbortController();
    return () => closed.current.abort();
  }, []);

  return async (typed: string): Promise<void> => {
    const { signal } = closed.current;
    const found = await preparedArtistSearch(searchOf(typed))
      .load(undefined, signal)
      .catch(() => null);
    const artist = found?.rows.find(({ name }) => isSame(name, typed));
    const isUnlinked = (entry: Act) => entry.name === typed && entry.artist_id === null;
    if (!artist || signal.aborted || !latest.current.some(isUnlinked)) return;
    const linked = { name: artist.name, artist_id: artist.id };
    onChange(latest.current.map((entry) => (isUnlinked(entry) ? linked : entry)));
  };
}

type RowProps = { entry: Act; place: number; count: number; order: Order };

function BillRow({ entry: { name, artist_id }, ...row }: RowProps) {
  const { place, order } = row;
  return (
    <li
      className="bill-row"
      onKeyDown={(event) => movesRow(event, (step) => order.move(place, step))}
    >
      <span className="bill-row__name" dir="auto">
        {name}
        <span className="bill-row__kind">{artist_id ? 'On this site' : 'Name only'}</span>
      </span>
      <OrderButtons {...row} name={name} removal={`Take ${name} off the bill`} />
    </li>
  );
}

type AddProps = {
  names: Act[];
  error: string | undefined;
  /** A name is sure when it was chosen from the list. */
  onAdd: (entry: Act, isSure: boolean) => void;
};

function AddName({ names, error, onAdd }: AddProps) {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const afterPause = useAfterPause();
  const resource = useMemo(
    () => (search ? preparedArtistSearch(search) : preparedArtists),
    [search],
  );
  const { data } = useResource(resource);
  const typed = text.trim();
  const isFree = (id: string) => !names.some(({ artist_id }) => artist_id === id);
  const artists = typed && search ? (data?.rows ?? []).filter(({ id }) => isFree(id)) : [];

  function add(entry: Act, isSure: boolean): void {
    setText('');
    setSearch('');
    onAdd(entry, isSure);
  }

  function addTyped(): void {
    if (!typed) return;
    const known = artists.find(({ name }) => isSame(name, typed));
    if (known) add({ name: known.name, artist_id: known.id }, true);
    else add({ name: typed, artist_id: null }, false);
  }

  function choose({ key }: Option): void {
    const artist = artists.find(({ id }) => id === key);
    add({ name: artist?.name ?? typed, artist_id: artist?.id ?? null }, true);
  }

  const options = artists
    .slice(0, MAX_SUGGESTED)
    .map(({ id, name }) => ({ key: id, text: name, detail: 'On this site' }));
  return (
    <Combo
      name="bill"
      label="Add to the bill"
      isOptional
      value={text}
      error={error}
      placeholder="Anyone, here or not"
      listLabel="Who to add"
      options={
        typed ? [...options, { key: '', text: `Add “${typed}”`, detail: 'As a name only' }] : []
      }
      onChange={({ target }) => {
        setText(target.value);
        afterPause(() => setSearch(searchOf(target.value)));
      }}
      onChoose={choose}
      onEnter={typed ? addTyped : undefined}
      onBlur={addTyped}
    />
  );
}
