import type { Preview, PreviewRow } from '../../api/tables';
import { counted } from '../../format';

const NOUN = { events: 'date', artists: 'artist' } as const;

/** '288 dates' or '1 artist', by what a table is about. */
export function countedRows(kind: Preview['kind'], count: number): string {
  return counted(count, NOUN[kind]);
}

/** Whether a row cannot be saved as it is; one that is there already needs nothing. */
export function isProblem({ state }: PreviewRow): boolean {
  return state === 'problem' || state === 'needs_artist';
}

/** Rows that need a decision first, each kind in the order of the table. */
export function problemsFirst(rows: PreviewRow[]): PreviewRow[] {
  return [...rows.filter(isProblem), ...rows.filter((row) => !isProblem(row))];
}

/** The state of a row in words. */
export function stateInWords({ state, problems }: PreviewRow): string {
  if (state === 'ready') return 'Ready';
  if (state === 'exists') return 'Already there';
  if (state === 'needs_artist') return 'Needs an artist';
  return problems.some(({ column }) => column === 'date') ? 'Date not understood' : 'Needs a look';
}

/** What is wrong with a row, a sentence for each cell. */
export function reasons({ problems }: PreviewRow): string[] {
  return [...new Set(problems.map(({ reason }) => reason))];
}

/** `rows` as a table to paste into a spreadsheet: the columns as they were, and what is wrong at the end. */
export function tableOf({ columns }: Preview, rows: PreviewRow[]): string {
  const header = [...columns.map((column) => column.header), 'Why it was left out'];
  const lines = rows.map((row) => [
    ...columns.map((_, index) => row.typed[index] ?? ''),
    reasons(row).join(' ') || stateInWords(row),
  ]);
  return [header, ...lines].map((cells) => cells.map(inOneCell).join('\t')).join('\n');
}

function inOneCell(text: string): string {
  return text.replace(/[\t\r\n]+/g, ' ');
}

/** A date of the table that can be read in two ways, and its two readings as [month, day]; null when there is none. */
export function unclearDate(
  rows: PreviewRow[],
): { typed: string; first: number; second: number } | null {
  for (const { problems } of rows) {
    for (const { column, value } of problems) {
      const [, first, second] = /^\D*(\d{1,2})[./ -](\d{1,2})[./ -]\d{2,4}/.exec(value) ?? [];
      if (column !== 'date' || !first || !second || first === second) continue;
      if (Number(first) <= 12 && Number(second) <= 12)
        return { typed: value, first: Number(first), second: Number(second) };
    }
  }
  return null;
}
