import { DRAFT } from '../../announcement';
import type { ChangedTable, Doing, Version } from '../../api/changes';
import { calledBy, type Person } from '../../api/people-names';
import { LABELS } from '../../events/edit/draft';
import { announcementInWords, inWords } from '../../events/edit/words';
import { longDate } from '../../format';

const OF_ARTISTS: Record<string, string> = {
  name: 'Name',
  genre: 'Genre',
  image: 'Picture',
  image_alt: 'Description of the picture',
  credit: 'Credit',
  followers: 'Followers',
  latest_song: 'Latest song',
  bio: 'Bio',
  social_instagram: 'Instagram',
  social_twitter: 'Twitter',
  website: 'Website',
  user_id: 'Owner',
  is_featured: 'Featured',
  published_at: 'Announced',
};

const OF_EVENTS: Record<string, string> = {
  ...LABELS,
  previous_date: 'Date before',
  published_at: 'Announced',
};

const OF_SETTINGS: Record<string, string> = {
  site_name: 'Name',
  tagline: 'Tagline',
  footer: 'Footer line',
  accent: 'Accent',
  logo: 'Logo',
  contact: 'Contact',
};

const NAMES: { [table in ChangedTable]?: Record<string, string> } = {
  music_artists: OF_ARTISTS,
  music_owners: { artist_id: 'Artist', user_id: 'Owner' },
  music_settings: OF_SETTINGS,
};

/** What only the database needs to know of a row. */
const NOT_TOLD = new Set(['id', 'created_at', 'updated_at', 'revision', 'position']);

/** The fields of a version that people know, as they are called in the forms. */
export function fieldsOf(table: ChangedTable, version: Version | null): [string, string][] {
  const names = NAMES[table] ?? OF_EVENTS;
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
  artistName: (id: string) => string;
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
    artistName: (id) => id,
    timezone,
  };
}

/** A value as people read it. */
export function valueInWords(
  column: string,
  value: unknown,
  { who, artistName, timezone }: Reader,
): string {
  if (column === 'published_at' && value !== undefined)
    return announcementInWords(String(value ?? DRAFT), timezone);
  if (value === null || value === undefined || value === '') return '–';
  const text = String(value);
  if (column === 'user_id') return who(text);
  if (column === 'is_featured') return value ? 'Yes' : 'No';
  if (column === 'previous_date') return longDate(text);
  return column in LABELS ? inWords(column as keyof typeof LABELS, text, artistName) : text;
}
