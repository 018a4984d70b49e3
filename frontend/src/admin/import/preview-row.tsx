import { useState } from 'react';
import type { Named, Preview, PreviewRow, TableToImport } from '../../api/client/tables';
import { dateParts, longDate } from '../../format';
import { useSite } from '../../site';
import { Button } from '../../ui/button';
import { Icon } from '../../ui/icon';
import { WARNING } from '../../ui/icons';
import { withFirst } from '../../ui/list/with-first';
import { isChosen, isProblem, nameTyped, reasons, stateInWords, textOf } from './rows';
import { changeInWords, furtherValues } from './values';

type Props = {
  kind: Preview['kind'];
  row: PreviewRow;
  /** The artists to choose from besides those who may be meant. */
  names: Named[];
  /** The ids of those who were chosen, by the names that were typed. */
  artists: TableToImport['artists'];
  isBusy: boolean;
  isLeftOut: boolean;
  isUpdated: boolean;
  onArtist: (typed: string, id: string) => void;
  /** `element` is the row's own, which may go from the list. */
  onLeaveOut: (line: number, isOut: boolean, element: HTMLElement | null) => void;
  onUpdate: (line: number, isUpdated: boolean) => void;
  onAddBeside: (line: number) => void;
};

/** A row of a table before it is saved: what it would become, and what is wrong with it. */
export function ImportRow(props: Props) {
  const { kind, row, names, artists, isLeftOut, onArtist, onLeaveOut } = props;
  const { line, values, typed } = row;
  const zone = useSite().timezone;
  const further = furtherValues({ kind, zone }, row);
  const date = textOf(values['date']);
  const written = nameTyped(values) || textOf(values['name']);
  const name = written || row.artist?.name || typed.find(Boolean) || '';
  const wasChosen = kind === 'events' && isChosen(row, artists);
  const { day, month } = dateParts(date);
  const place = [values['venue'], values['location'], values['genre']].map(textOf).filter(Boolean);
  return (
    <li className={isLeftOut ? 'row row--import is-out' : 'row row--import'} tabIndex={-1}>
      <div className={day ? 'row__date' : 'row__date row__date--none'} aria-hidden="true">
        <b>{day || (isProblem(row) ? '?' : '·')}</b>
        {month && <span>{month}</span>}
      </div>
      <div>
        <p className="row__t" translate="no" dir="auto">
          {wasChosen && written && row.artist ? `${written} → ${row.artist.name}` : name}
        </p>
        <p className="row__s">
          <span className="nowrap">{`Row ${line}`}</span>
          {place.length > 0 && <span>{` · ${place.join(', ')}`}</span>}
          {date && (
            <>
              <br />
              <span className="nowrap">{longDate(date)}</span>
            </>
          )}
        </p>
        {further.length > 0 && <p className="row__s">{further.join(' · ')}</p>}
        <State row={row} isLeftOut={isLeftOut} />
        {row.state === 'differs' && !isLeftOut && (
          <Differences {...props} name={name} zone={zone} />
        )}
        {(row.state === 'needs_artist' || wasChosen) && !isLeftOut && (
          <ArtistChoice {...{ row, names, artists, onArtist }} />
        )}
      </div>
      {(row.state !== 'exists' || isLeftOut) && (
        <label className="check row__out">
          <input
            type="checkbox"
            aria-label={`Leave out row ${line}, ${name || 'without a name'}`}
            checked={isLeftOut}
            onChange={({ target }) => onLeaveOut(line, target.checked, target.closest('li'))}
          />
          Leave out
        </label>
      )}
    </li>
  );
}

function State({ row, isLeftOut }: { row: PreviewRow; isLeftOut: boolean }) {
  const isBad = isProblem(row) && !isLeftOut;
  const told = isLeftOut ? 'Left out' : stateInWords(row);
  const details = reasons(row).join(' ');
  return (
    <p className={isBad ? 'why why--bad' : 'why why--ok'}>
      {!isLeftOut && <Icon shape={isBad ? WARNING : CHECK} />}
      <span>
        <b>{told}</b>
        {/* A reason may begin with the same words: 'Already there, with start 20:00.' */}
        <span>
          {details && (details.startsWith(told) ? details.slice(told.length) : `: ${details}`)}
        </span>
      </span>
    </p>
  );
}

/** In what a row differs from what is there, which stays as it is unless somebody updates it. */
function Differences(props: Props & { name: string; zone: string }) {
  const { kind, row, name, zone, isBusy, isUpdated, onUpdate, onAddBeside } = props;
  const { line, changes } = row;
  const isOtherStart = changes.some(({ column, here }) => column === 'start_time' && here);
  return (
    <>
      <ul className="row__changes">
        {changes.map((change) => (
          <li key={change.column}>{changeInWords({ kind, zone }, change)}</li>
        ))}
      </ul>
      <label className="check">
        <input
          type="checkbox"
          aria-label={`Update row ${line}, ${name}`}
          checked={isUpdated}
          onChange={({ target }) => onUpdate(line, target.checked)}
        />
        Update
      </label>
      {isOtherStart && (
        <Button look="quiet" isHeld={isBusy} onClick={() => onAddBeside(line)}>
          Add it as a second show
        </Button>
      )}
    </>
  );
}

type ChoiceProps = Pick<Props, 'row' | 'names' | 'artists' | 'onArtist'>;

/** Nothing disables it while the table is read: that would take the focus from it. */
function ArtistChoice({ row, names, artists, onArtist }: ChoiceProps) {
  // A table may have hundreds of them: the whole list is there once somebody turns to it.
  const [isOpen, setOpen] = useState(false);
  const typed = nameTyped(row.values);
  const near = new Set(row.artists.map(({ id }) => id));
  const others = withFirst(isOpen ? names : [], row.artist).filter(({ id }) => !near.has(id));
  return (
    <select
      className="input row__choice"
      aria-label={`Artist of row ${row.line}, ${typed || 'no name'}`}
      value={artists[typed] ?? ''}
      onFocus={() => setOpen(true)}
      onChange={({ target }) => onArtist(typed, target.value)}
    >
      <option value="">Select an artist</option>
      {row.artists.map(({ id, name }) => (
        <option key={id} value={id}>
          {`${name} (closest)`}
        </option>
      ))}
      {others.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  );
}

const CHECK = 'M3.5 10.5 8 15l8.5-9.5';
