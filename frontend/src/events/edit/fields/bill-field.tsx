import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { actNamed, actsResource } from '../../../api/edit-events';
import { useResource } from '../../../api/queries/query-store';
import { searchOf } from '../../../api/search';
import { oneLine } from '../../../texts/visible';
import type { Act } from '../../../types';
import { movesRow, type Order, OrderButtons, useOrder } from '../../../ui/form/ordered-rows';
import type { FieldBinding } from '../../../ui/form/use-form';
import { useAfterPause } from '../../../ui/use-after-pause';
import { Combo, type Option } from './combo';

type Props = {
  names: Act[];
  /** The name that is being added. */
  field: FieldBinding;
  onChange: (names: Act[]) => void;
};

const MAX_SUGGESTED = 5;

/** Who else plays, in order: artists of the site and names without a profile. */
export function BillField({ names, field, onChange }: Props) {
  const order = useOrder(names, (place) => names[place]?.name ?? '', onChange);
  const link = useLateLink(names, onChange);
  return (
    <div className="wide bill-field" ref={order.box}>
      {names.length > 0 && (
        <ol className="bill-rows" role="list" aria-label="Bill, in order">
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
        field={field}
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
    const act = await actNamed(typed, signal);
    const isUnlinked = (entry: Act) => entry.name === typed && entry.artist_id === null;
    if (!act.artist_id || signal.aborted || !latest.current.some(isUnlinked)) return;
    onChange(latest.current.map((entry) => (isUnlinked(entry) ? act : entry)));
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
        <span>{name}</span>
        <span className="bill-row__kind">{artist_id ? 'On this site' : 'Name only'}</span>
      </span>
      <OrderButtons {...row} name={name} removal={`Take ${name} off the bill`} />
    </li>
  );
}

type AddProps = {
  names: Act[];
  field: FieldBinding;
  /** A name is sure when it was chosen from the list. */
  onAdd: (entry: Act, isSure: boolean) => void;
};

/** What stays in it is saved too. */
function AddName({ names, field, onAdd }: AddProps) {
  const [search, setSearch] = useState('');
  const afterPause = useAfterPause();
  const { data = [] } = useResource(actsResource(search));
  const typed = oneLine(field.value);
  const isFree = (id: string) => !names.some(({ artist_id }) => artist_id === id);
  const artists = typed ? data.filter(({ id }) => isFree(id)) : [];

  function add(entry: Act, isSure: boolean): void {
    field.onChange({ target: { value: '' } });
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
      {...field}
      label="Add to the bill"
      isOptional
      placeholder="Anyone, here or not"
      listLabel="Who to add"
      options={
        typed ? [...options, { key: '', text: `Add “${typed}”`, detail: 'As a name only' }] : []
      }
      onChange={({ target }) => {
        field.onChange({ target });
        afterPause(() => setSearch(searchOf(target.value)));
      }}
      onChoose={choose}
      onEnter={typed ? addTyped : undefined}
    />
  );
}
