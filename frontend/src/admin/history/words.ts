import { UNANNOUNCED } from '../../announcement';
import type { ChangedTable, Doing, Version } from '../../api/changes';
import { calledBy, type Person } from '../../api/names/people-names';
import { LABELS } from '../../columns';
import { FIELDS, type Field } from '../../events/edit/draft';
import { announcementInWords, inWords } from '../../events/edit/words';
import { longDate } from '../../format';

const NAMES: { [table in ChangedTable]?: Readonly<Record<string, string>> } = LABELS;

/** What only the database needs to know of a row. */
const NOT_TOLD = new Set(['id', 'created_at', 'updated_at', 'revision', 'position']);

/** The fields of a version that people know, as they are called in the forms. */
export function fieldsOf(table: ChangedTable, version: Version | null): [string, string][] {
  const names: Readonly<Record<string, string>> = NAMES[table] ?? LABELS.music_events;
  return Object.keys(version ?? {})
    .filter((column) => !NOT_TOLD.has(column))
    .map((column) => [column, names[column] ?? column.replaceAll('_', ' ')]);
}

/** What whoever reads the history knows by name. */
export type Reader = {
  /** Who an account is, at the beginning of a sentence. */
  who: (userId: string) => string;
  /** Who did something, at the beginning of a sentence. */
  whoDid: (doing: Doing) => string;
  /** The site's time zone, in which announcements are planned. */
  timezone: string;
};

export function readerOf(
  people: readonly Person[],
  ownId: string | null,
  timezone: string,
): Reader {
  const called = calledBy(people);
  const who = (id: string) => (id === ownId ? 'You' : (called.get(id) ?? 'Somebody else'));
  return {
    who,
    whoDid: ({ user_id, account_gone }) => {
      if (user_id !== null) return who(user_id);
      if (account_gone === null) return 'A program or a former account';
      return account_gone ? 'A former account' : 'A program';
    },
    timezone,
  };
}

type Artists = ReadonlyMap<string, { name: string }>;

/** A value as people read it, with the artists that it may be the id of. */
export function valueInWords(
  column: string,
  value: unknown,
  { who, timezone }: Reader,
  artists: Artists,
): string {
  if (column === 'published_at' && value !== undefined)
    return announcementInWords(String(value ?? UNANNOUNCED), timezone);
  if (value === null || value === undefined || value === '') return '–';
  const text = String(value);
  if (column === 'user_id') return who(text);
  if (column === 'is_featured') return value ? 'Yes' : 'No';
  if (column === 'previous_date') return longDate(text);
  const artistName = (id: string) => artists.get(id)?.name ?? 'A deleted artist';
  return isField(column) ? inWords(column, text, artistName) : text;
}

const isField = (column: string): column is Field => FIELDS.some((field) => field === column);
