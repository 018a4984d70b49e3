import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { artistSearch, artistsResource } from '../../api/artists';
import { useResource } from '../../api/query-store';
import { searchOf } from '../../api/search';
import { Icon } from '../../ui/icon';
import { CLOSE, DOWN, UP } from '../../ui/icons';
import { useAfterPause } from '../../ui/use-after-pause';
import { Combo, type Option } from './combo';
import type { BillName } from './draft';

type Props = {
  names: BillName[];
  error: string | undefined;
  onChange: (names: BillName[]) => void;
};

const MAX_SUGGESTED = 5;

/** Who else plays, in order: artists of the site and names without a profile. */
export function BillField({ names, error, onChange }: Props) {
  const list = useRef<HTMLOListElement>(null);

  function move(from: number, step: 1 | -1): void {
    const moved = names[from];
    const to = from + step;
    if (!moved || to < 0 || to >= names.length) return;
    const others = names.filter((_, place) => place !== from);
    onChange([...others.slice(0, to), moved, ...others.slice(to)]);
    // The name that moved keeps the focus: its row has changed places with another.
    const selector = step < 0 ? '.bill-row__up' : '.bill-row__down';
    requestAnimationFrame(() => {
      list.current?.children[to]?.querySelector<HTMLElement>(selector)?.focus();
    });
  }

  return (
    <div className="wide bill-field">
      {names.length > 0 && (
        <ol className="bill-rows" aria-label="Bill, in order" ref={list}>
          {names.map((entry, place) => (
            <BillRow
              key={`${entry.artist_id ?? ''} ${entry.name}`}
              entry={entry}
              onMove={(step) => move(place, step)}
              onRemove={() => onChange(names.filter((_, other) => other !== place))}
            />
          ))}
        </ol>
      )}
      <AddName names={names} error={error} onAdd={(entry) => onChange([...names, entry])} />
    </div>
  );
}

type RowProps = { entry: BillName; onMove: (step: 1 | -1) => void; onRemove: () => void };

function BillRow({ entry: { name, artist_id }, onMove, onRemove }: RowProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    onMove(event.key === 'ArrowUp' ? -1 : 1);
  };
  return (
    <li className="bill-row" onKeyDown={onKeyDown}>
      <span className="bill-row__name" dir="auto">
        {name}
        <span className="bill-row__kind">{artist_id ? 'On this site' : 'Name only'}</span>
      </span>
      <RowButton
        className="bill-row__up"
        label={`Move ${name} up`}
        icon={UP}
        onPress={() => onMove(-1)}
      />
      <RowButton
        className="bill-row__down"
        label={`Move ${name} down`}
        icon={DOWN}
        onPress={() => onMove(1)}
      />
      <RowButton label={`Take ${name} off the bill`} icon={CLOSE} onPress={onRemove} />
    </li>
  );
}

type ButtonProps = { className?: string; label: string; icon: string; onPress: () => void };

function RowButton({ className = '', label, icon, onPress }: ButtonProps) {
  return (
    <button type="button" className={`iconbtn ${className}`} aria-label={label} onClick={onPress}>
      <Icon shape={icon} />
    </button>
  );
}

type AddProps = {
  names: BillName[];
  error: string | undefined;
  onAdd: (entry: BillName) => void;
};

function AddName({ names, error, onAdd }: AddProps) {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const afterPause = useAfterPause();
  const resource = useMemo(() => (search ? artistSearch(search) : artistsResource), [search]);
  const { data } = useResource(resource);
  const typed = text.trim();
  const isFree = (id: string) => !names.some(({ artist_id }) => artist_id === id);
  const artists = typed && search ? (data?.rows ?? []).filter(({ id }) => isFree(id)) : [];

  function add(entry: BillName): void {
    setText('');
    setSearch('');
    onAdd(entry);
  }

  function addTyped(): void {
    if (!typed) return;
    const known = artists.find(({ name }) => name.toLowerCase() === typed.toLowerCase());
    add(known ? { name: known.name, artist_id: known.id } : { name: typed, artist_id: null });
  }

  function choose({ key }: Option): void {
    const artist = artists.find(({ id }) => id === key);
    if (artist) add({ name: artist.name, artist_id: artist.id });
    else add({ name: typed, artist_id: null });
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
