import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { attempt, explain, type Failure } from '../../api/client/explain';
import {
  type Imported,
  type Preview,
  previewImport,
  runImport,
  type TableToImport,
} from '../../api/client/tables';
import { useStore } from '../../api/queries/query-store';
import { undoable } from '../../api/undo';
import { counted } from '../../format';
import { tellDone } from '../../ui/message/tell-done';
import { tellFailure } from '../../ui/message/tell-failure';
import { tellSlow } from '../../ui/message/tell-slow';
import { useOutcome } from '../../ui/message/use-outcome';
import { useAfterPause } from '../../ui/use-after-pause';
import { EMPTY, forgetTable, keepAnswers, keepText, keptTable } from './kept-table';
import { countedRows, isProblem, sorted } from './rows';

export type Step =
  | { at: 'paste' }
  | { at: 'check'; preview: Preview }
  | ({ at: 'done'; preview: Preview } & Imported);

/** A table on its way into the site: pasted, checked row by row, added. Nothing is saved before the last step. */
export function useImport() {
  const store = useStore();
  const [table, setTable] = useState(keptTable);
  const [step, setStep] = useState<Step>({ at: 'paste' });
  const [busy, setBusy] = useState<'reading' | 'adding' | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const readings = useRef(0);
  const afterPause = useAfterPause();
  const [place, orTell] = useOutcome<HTMLOListElement>();

  /** The answer to a reading that is under way is about another table than the one to come. */
  function forgetReading(): void {
    readings.current++;
    setBusy(null);
  }

  /** A table is begun anew, also with a file that was read only after another table was checked. */
  function type(text: string): void {
    forgetReading();
    setStep({ at: 'paste' });
    setTable({ ...EMPTY, table_text: text });
    setRefusal(null);
    keepText(text);
  }

  function decide(next: TableToImport): void {
    setTable(next);
    keepAnswers(next);
  }

  /**
   * Reads the table with what was answered about it so far, and then says what went wrong `before`. Of two readings that
   * overlap, the later counts. `isOneOfMany`: a closed select answers anew with each arrow key.
   */
  async function check(
    answers: Partial<TableToImport> = {},
    { before, isOneOfMany }: { before?: string; isOneOfMany?: boolean } = {},
  ): Promise<void> {
    const next = { ...table, ...answers };
    const reading = ++readings.current;
    decide(next);
    setBusy('reading');
    if (isOneOfMany) await new Promise<void>(afterPause);
    if (reading !== readings.current) return;
    const answer = await previewImport(next).catch(explain);
    if (reading !== readings.current) return;
    flushSync(() => {
      if ('rows' in answer) setStep({ at: 'check', preview: answer });
      setBusy(null);
      setRefusal(before ?? ('message' in answer ? answer.message : null));
    });
  }

  /** Leaves rows out, or takes them back. */
  function leaveOut(preview: Preview, lines: number[], isOut: boolean): void {
    const others = table.leave_out.filter((line) => !lines.includes(line));
    const leave_out = isOut ? [...others, ...lines] : others;
    const toggled = preview.rows.filter(({ line }) => lines.includes(line));
    // A row that could be saved may have kept a later one that says the same from being saved.
    if (toggled.every(isProblem)) decide({ ...table, leave_out });
    else void check({ leave_out });
  }

  /** Has rows update what is there already, or leaves that as it is. */
  function update(lines: number[], isUpdated: boolean): void {
    const others = table.update.filter((line) => !lines.includes(line));
    decide({ ...table, update: isUpdated ? [...others, ...lines] : others });
  }

  /** Adds a row beside what is there already, as a second show is. */
  async function addBeside(line: number): Promise<void> {
    await check({
      add_again: [...table.add_again, line],
      update: table.update.filter((other) => other !== line),
    });
  }

  /** Adds every row that is ready. After a failure the rows are read again, and say why, or that they are there already. */
  async function add(preview: Preview): Promise<void> {
    setBusy('adding');
    setRefusal(null);
    const { problems } = sorted(preview.rows, table.leave_out);
    const wanted = {
      ...table,
      columns: preview.columns.map(({ means }) => means),
      leave_out: [...table.leave_out, ...problems.map(({ line }) => line)],
    };
    const failure = await attempt(async () => {
      const imported = await tellSlow(runImport(wanted));
      forgetTable();
      flushSync(() => setStep({ at: 'done', preview, ...imported }));
      void store.invalidate(['music_artists', 'music_events']);
      orTell(
        undoable(addedInWords(preview.kind, imported), imported.transaction, tellDone, showUndone),
      );
    });
    if (failure) tellFailure(place.current, 'Not added: the rows of your table.', failure);
    // Whoever comes back to the table has it read again.
    if (!place.current) return;
    if (failure) await check({}, { before: inWords(failure) });
    else setBusy(null);
  }

  async function showUndone(): Promise<void> {
    await store.invalidate(['music_artists', 'music_events']);
    tellDone({ text: 'Undone. The site is as it was.' });
  }

  function back(): void {
    forgetReading();
    setRefusal(null);
    setStep({ at: 'paste' });
  }

  return {
    ...{ table, step, busy, refusal, place },
    ...{ type, check, leaveOut, update, addBeside, add, back },
  };
}

/** Only a refusal tells that nothing was added; where the response was lost, nobody knows. */
function inWords({ kind, message }: Failure): string {
  return kind === 'refused' ? `Nothing was added. ${message}` : message;
}

function addedInWords(kind: Preview['kind'], { added, updated }: Imported): string {
  const rest = updated > 0 ? `, ${counted(updated, 'row')} updated` : '';
  return `${countedRows(kind, added)} added${rest}.`;
}

export type Import = ReturnType<typeof useImport>;
