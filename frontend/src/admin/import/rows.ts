import type { Preview, PreviewRow, TableToImport } from '../../api/client/tables';
import { counted } from '../../format';
import { MEANINGS, WHY } from './columns';

const NOUN = { events: 'date', artists: 'artist' } as const;
const MAX_NAMED = 20;

/** '288 dates' or '1 artist', by what a table is about. */
export function countedRows(kind: Preview['kind'], count: number): string {
  return counted(count, NOUN[kind]);
}

/** Whether a row cannot be saved as it is; one that is there already needs nothing. */
export function isProblem({ state }: PreviewRow): boolean {
  return state === 'problem' || state === 'needs_artist';
}

/** The rows of a table by what becomes of them. */
export type Sorted = Record<'ready' | 'problems' | 'differ' | 'there' | 'left', PreviewRow[]>;

/** Sorts rows; those whose lines are `leftOut` count as nothing else. */
export function sorted(rows: PreviewRow[], leftOut: number[]): Sorted {
  const out = new Set(leftOut);
  const found: Sorted = { ready: [], problems: [], differ: [], there: [], left: [] };
  for (const row of rows) {
    if (out.has(row.line)) found.left.push(row);
    else if (isProblem(row)) found.problems.push(row);
    else if (row.state === 'differs') found.differ.push(row);
    else found[row.state === 'exists' ? 'there' : 'ready'].push(row);
  }
  return found;
}

/** Whether a person chose whose the row is: `artists` are ids by the names that were typed. */
export function isChosen({ values }: PreviewRow, artists: TableToImport['artists']): boolean {
  return Object.hasOwn(artists, nameTyped(values));
}

/** A value that is a text; empty for any other. */
export const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

/** The artist's name as it was typed, which may be missing. */
export const nameTyped = ({ artist }: PreviewRow['values']) => textOf(artist);

/**
 * Rows that need a decision or tell something first, then those that differ, each kind in the order of the table. One whose
 * artist was chosen stays where it was: its control would lose the focus.
 */
export function problemsFirst(rows: PreviewRow[], artists: TableToImport['artists']): PreviewRow[] {
  const isFirst = (row: PreviewRow) =>
    (row.state !== 'exists' && row.problems[0]) || isChosen(row, artists);
  const first = rows.filter(isFirst);
  const { differ, ready, there } = sorted(
    rows.filter((row) => !isFirst(row)),
    [],
  );
  const others = [...ready, ...there].sort((one, other) => one.line - other.line);
  return [...first, ...differ, ...others];
}

/** Rows that need a decision, and those that were decided here by the names that were typed, in which the focus may be. */
export function undecided(rows: PreviewRow[], leftOut: number[], decided: string[]): PreviewRow[] {
  const out = new Set(leftOut);
  const isOpen = (row: PreviewRow) => isProblem(row) || decided.includes(nameTyped(row.values));
  return rows.filter((row) => !out.has(row.line) && isOpen(row));
}

export function stateInWords({ state, problems }: PreviewRow): string {
  if (state === 'ready') return 'Ready';
  if (state === 'exists') return 'Already there';
  if (state === 'differs') return 'There, and differs';
  if (state === 'needs_artist') return 'Needs an artist';
  return problems.some(({ column }) => column === 'date') ? 'Date not understood' : 'Needs a look';
}

/** What is wrong with a row, a sentence for each cell. */
export function reasons({ problems }: PreviewRow): string[] {
  return [...new Set(problems.map(({ reason }) => reason))];
}

/** 'Row 4', or 'Rows 4, 7 and 30 more'. */
export function linesInWords(rows: PreviewRow[]): string {
  const lines = rows.slice(0, MAX_NAMED).map(({ line }) => String(line));
  if (rows.length > MAX_NAMED) lines.push(`${rows.length - MAX_NAMED} more`);
  const last = lines.pop();
  return lines.length > 0 ? `Rows ${lines.join(', ')} and ${last}` : `Row ${last}`;
}

/** `rows` as a table to paste into a spreadsheet: the columns as they were, and what is wrong at the end. */
export function tableOf({ kind, columns }: Preview, rows: PreviewRow[]): string {
  const header = columns.map(({ header, means }) => header || MEANINGS[kind][means ?? ''] || '');
  const lines = rows.map((row) => [
    ...columns.map((_, index) => row.typed[index] ?? ''),
    reasons(row).join(' ') || 'Left out by hand.',
  ]);
  return [[...header, WHY], ...lines].map((cells) => cells.map(inOneCell).join('\t')).join('\n');
}

function inOneCell(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}
