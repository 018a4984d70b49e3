import type { Preview, TableColumn } from '../../api/client/tables';
import { MEANINGS as KNOWN } from './meanings';

/** What a column can be, in words that are also known as names of columns. */
export const MEANINGS: Record<Preview['kind'], Readonly<Record<string, string>>> = KNOWN;

const PLACES = ['location', 'city', 'region', 'country'];
/** What several columns may be. */
const REPEATED = ['lineup', 'price', 'published_at'];
const SAMPLES = 3;
const SAMPLE_LENGTH = 30;

/** The name of the column that says why a row was left out, which nobody wants to import. */
export const WHY = 'Why it was left out';

/** The places of the columns in which something stands, each of which people may say the meaning of. */
export function filled({ columns, rows }: Preview): number[] {
  return columns.flatMap(({ header }, index) =>
    header !== WHY && rows.some(({ typed }) => typed[index]) ? [index] : [],
  );
}

/** Whether rows cannot be used before people have said what the columns are, or a guess is to be looked at. */
export function needsAnswers({ kind, columns }: Preview): boolean {
  const known = new Set(columns.map(({ means }) => means));
  const isWhole =
    kind === 'events'
      ? (known.has('date') || known.has('day')) &&
        known.has('venue') &&
        PLACES.some((means) => known.has(means))
      : ['name', 'genre', 'image'].every((means) => known.has(means));
  return !isWhole || columns.some(({ guessed }) => guessed);
}

/** What a column is called: by its name, or else by its place. */
export const nameOf = ({ header }: TableColumn, index: number) => header || `Column ${index + 1}`;

/** The first different texts of a column, to know it by. */
export function samples({ rows }: Preview, index: number): string {
  const texts = new Set<string>();
  for (const { typed } of rows) {
    const text = typed[index];
    if (text) texts.add(text.length > SAMPLE_LENGTH ? `${text.slice(0, SAMPLE_LENGTH)}…` : text);
    if (texts.size === SAMPLES) break;
  }
  return [...texts].join(' · ');
}

/** What every column means when the one at `index` becomes `means`, which no other is then. */
export function withMeaning(
  meanings: (string | null)[],
  index: number,
  means: string | null,
): (string | null)[] {
  return meanings.map((other, at) => {
    if (at === index) return means;
    return other === means && !REPEATED.includes(means ?? '') ? null : other;
  });
}
