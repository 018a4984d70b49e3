import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Preview } from '../../api/client/tables';
import { artistNameSearch, artistNames } from '../../api/names/artist-names';
import { counted } from '../../format';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { focusOnMount } from '../../ui/focus';
import { Alert } from '../../ui/message/alert';
import { ListSearch, useSearchedList } from '../list-search';
import { ColumnChoices } from './column-choices';
import { ImportRow } from './preview-row';
import { asksWhose, Questions } from './questions';
import { RowFilter, RowList, type Shown } from './row-list';
import { countedRows, problemsFirst, type Sorted, sorted, tableOf, undecided } from './rows';
import type { Import } from './use-import';

/** The second step: every row with what it would become, before anything is saved. */
export function CheckStep({ preview, ...state }: Import & { preview: Preview }) {
  const { table, busy, refusal, check, leaveOut, update, addBeside, add, back } = state;
  const list = useRef<HTMLDivElement>(null);
  const artists = useSearchedList(artistNames, artistNameSearch, 'artist');
  const names = artists.data?.rows ?? [];
  const [shows, setShows] = useState<Shown>('all');
  const [decided, setDecided] = useState<string[]>([]);
  const rows = sorted(preview.rows, table.leave_out);
  const { ready, problems, differ, left } = rows;
  const shown = {
    all: () => problemsFirst(preview.rows, table.artists),
    problems: () => undecided(preview.rows, table.leave_out, decided),
    left: () => left,
  }[shows]();
  const out = new Set(table.leave_out);
  const updated = differ.filter(({ line }) => table.update.includes(line)).length;

  function focusOnTally(): void {
    list.current?.querySelector<HTMLElement>('.import-tally')?.focus();
  }

  function show(which: Shown): void {
    setShows(which);
    setDecided([]);
  }

  function choose(typed: string, id: string): void {
    const { [typed]: _, ...others } = table.artists;
    setDecided([...decided, typed]);
    void check({ artists: id ? { ...others, [typed]: id } : others }, { isOneOfMany: true });
  }

  /** A row that goes from what is shown hands the focus on. */
  function toggle(line: number, isOut: boolean, row: HTMLElement | null): void {
    const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
    flushSync(() => leaveOut(preview, [line], isOut));
    if (row?.isConnected) return;
    const control = neighbour?.querySelector<HTMLElement>('select, input');
    if (control?.isConnected) control.focus();
    else focusOnTally();
  }

  function all(lines: number[], isOut: boolean): void {
    flushSync(() => leaveOut(preview, lines, isOut));
    focusOnTally();
  }

  return (
    <>
      <div className="stack" ref={list} inert={busy === 'adding'}>
        <p className="import-tally only-for" role="status" tabIndex={-1} ref={focusOnMount}>
          {tallyOf(rows)}
        </p>
        {refusal && <Alert message={refusal} />}
        <ColumnChoices
          preview={preview}
          chosen={table.columns}
          onChange={(columns) => void check({ columns })}
        />
        {(asksWhose(preview, table) ||
          Object.keys(table.artists).length > 0 ||
          problems.some(({ state }) => state === 'needs_artist')) && (
          <ListSearch label="Find an artist" field={artists.field} />
        )}
        <Questions {...{ preview, table, names }} onAnswer={(answers) => void check(answers)} />
        <div className="import-tools">
          <RowFilter value={shows} onChange={show} all={preview.rows.length} of={rows} />
          {problems.length > 0 && shows !== 'left' && (
            <Button
              look="quiet"
              isHeld={busy !== null}
              onClick={() => all(linesOf(problems), true)}
            >
              {`Leave out ${problems.length === 1 ? 'the problem' : `all ${problems.length} problems`}`}
            </Button>
          )}
          {differ.length > 0 && (
            <Button
              look="quiet"
              aria-pressed={updated === differ.length}
              onClick={() => update(linesOf(differ), updated < differ.length)}
            >
              {`Update ${counted(differ.length, 'row')}`}
            </Button>
          )}
          {left.length > 0 && shows === 'left' && (
            <>
              <CopyButton text={tableOf(preview, left)}>Copy them</CopyButton>
              <Button look="quiet" onClick={() => all(linesOf(left), false)}>
                Include them all again
              </Button>
            </>
          )}
        </div>
        {shown.length === 0 && <p className="only-for">{NONE[shows]}</p>}
        <RowList key={shows} rows={shown}>
          {(row) => (
            <ImportRow
              key={row.line}
              kind={preview.kind}
              row={row}
              names={names}
              isBusy={busy !== null}
              isLeftOut={out.has(row.line)}
              isUpdated={table.update.includes(row.line)}
              artists={table.artists}
              onArtist={choose}
              onLeaveOut={toggle}
              onUpdate={(line, isUpdated) => update([line], isUpdated)}
              onAddBeside={(line) => void addBeside(line)}
            />
          )}
        </RowList>
      </div>
      <section className="stickbar" aria-label="Next step">
        <p>
          {problems.length > 0
            ? `Nothing is saved yet. ${counted(problems.length, 'row')} with problems will not be added; you can copy ${problems.length === 1 ? 'it' : 'them'} afterwards.`
            : 'Nothing is saved yet.'}
        </p>
        <div className="form__act">
          <Button look="line" isHeld={busy === 'adding'} onClick={back}>
            Back
          </Button>
          <Button
            look="primary"
            isBusy={busy === 'adding'}
            disabled={ready.length + updated === 0}
            isHeld={busy !== null}
            onClick={() => void add(preview)}
          >
            {busy === 'adding' ? 'Adding...' : nextInWords(preview.kind, ready.length, updated)}
          </Button>
        </div>
      </section>
    </>
  );
}

const NONE: Record<Shown, string> = {
  all: 'The table has no rows.',
  problems: 'Nothing is left to decide.',
  left: 'No row is left out.',
};

/** '288 ready, 2 to decide, 5 already there.', with those that have passed, differ or are left out where there are any. */
function tallyOf({ ready, problems, differ, there, left }: Sorted): string {
  const past = ready.filter(({ problems }) => problems[0]?.column === 'date').length;
  const told = [
    `${ready.length} ready`,
    past > 0 && `${past} of them in the past`,
    `${problems.length} to decide`,
    differ.length > 0 && `${differ.length} there with differences`,
    `${there.length} already there`,
    left.length > 0 && `${left.length} left out`,
  ];
  return `${told.filter(Boolean).join(', ')}.`;
}

/** 'Add 3 dates', 'Update 1 row', 'Add 3 dates, update 1 row'. */
function nextInWords(kind: Preview['kind'], ready: number, updated: number): string {
  const add = `Add ${countedRows(kind, ready)}`;
  if (updated === 0) return add;
  const rows = counted(updated, 'row');
  return ready > 0 ? `${add}, update ${rows}` : `Update ${rows}`;
}

const linesOf = (rows: Preview['rows']) => rows.map(({ line }) => line);
