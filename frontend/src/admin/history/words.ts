import type { ChangedTable, Version } from '../../api/changes';
import { LABELS } from '../../events/edit/draft';
import { inWords } from '../../events/edit/words';
import { longDate } from '../../format';

type ArtistName = (id: string) => string;

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

/** What only the database needs to know of a row. */
const NOT_TOLD = new Set(['id', 'created_at', 'updated_at', 'revision', 'is_featured', 'position']);

/** The fields of a version that people know, as they are called in the forms. */
export function fieldsOf(table: ChangedTable, version: Version | null): [string, string][] {
  const names =
    table === 'music_settings' ? OF_SETTINGS : table === 'music_artists' ? OF_ARTISTS : OF_EVENTS;
  return Object.keys(version ?? {})
    .filter((column) => !NOT_TOLD.has(column))
    .map((column) => [column, names[column] ?? column.replaceAll('_', ' ')]);
}

/** A value as people read it. */
export function valueInWords(column: string, value: unknown, artistName: ArtistName): string {
  if (value === null || value === undefined || value === '') return 'Empty';
  const text = String(value);
  if (column === 'user_id') return 'Another account';
  if (column === 'previous_date') return longDate(text);
  return column in LABELS ? inWords(column as keyof typeof LABELS, text, artistName) : text;
}
