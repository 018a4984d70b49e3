import { expect, test } from 'vitest';
import type { ToldChange } from '../../api/changes';
import type { Save } from '../../api/saves';
import { sentenceOf } from './sentence';

const HALVE = { id: 'halve', name: 'Halve' };
const GIG = {
  id: 'gig',
  artist_id: 'halve',
  date: '2026-11-24',
  venue: 'Kesselhaus',
  location: '',
};
const OTHER = { ...GIG, id: 'other', venue: 'Hall' };

const change = (values: Partial<ToldChange>): ToldChange => ({
  id: '7',
  number: 7,
  at: '2026-11-22T12:00:00+00:00',
  user_id: 'jonas',
  account_gone: false,
  table_name: 'music_events',
  row_id: 'gig',
  artist_id: 'halve',
  action: 'update',
  before: {},
  after: {},
  undo: null,
  transaction: 5,
  event: GIG,
  artists: new Map([['halve', HALVE]]),
  along: [],
  undone: null,
  ...values,
});
type Counts = [Save['kinds'][number]['table_name'], ToldChange['action'], number][];

/** A save of these changes, the newest first; of a large one `counts` says what it changed. */
function save(changes: ToldChange[], counts?: Counts): Save {
  const each = changes.map(({ table_name, action }) => [table_name, action, 1] as const);
  const kinds = (counts ?? each).map(([table_name, action, count]) => ({
    table_name,
    action,
    count,
  }));
  const [first, ...others] = changes as [ToldChange, ...ToldChange[]];
  const { at, user_id, account_gone } = first;
  const isWhole = counts === undefined;
  const doing = { at, user_id, account_gone };
  return {
    ...doing,
    id: '5',
    number: 5,
    kinds,
    changes: [first, ...others],
    isWhole,
    canUndo: true,
  };
}

const bill = { table_name: 'music_lineup', row_id: 'act', before: null } as const;
const artist = { table_name: 'music_artists', row_id: 'halve', event: null } as const;
const NAME = 'Halve, Kesselhaus, November 24, 2026';

test.each<[string, Save, string]>([
  [
    'a date and its bill',
    save([
      change({ ...bill, action: 'insert', after: { event_id: 'gig', name: 'Vesna' } }),
      change({ after: { start_time: '20:00', ticket_url: null } }),
    ]),
    `changed ${NAME}: start, ticket link, bill`,
  ],
  [
    'a new date with a bill',
    save([
      change({ ...bill, action: 'insert', after: { event_id: 'gig', name: 'Vesna' } }),
      change({ action: 'insert' }),
    ]),
    `added ${NAME}`,
  ],
  [
    'the featured place, given',
    save([change({ ...artist, after: { is_featured: true } })]),
    'featured Halve',
  ],
  [
    'the featured place, given up',
    save([change({ ...artist, after: { is_featured: false } })]),
    'stopped featuring Halve',
  ],
  [
    'featuring, undone',
    save([change({ ...artist, undo: 7, after: { is_featured: true } })]),
    'featured Halve again',
  ],
  [
    'a form that featured too',
    save([change({ ...artist, after: { genre: 'Pop', is_featured: true } })]),
    'changed Halve: genre, featured',
  ],
  [
    'a further owner',
    save([
      change({
        ...artist,
        table_name: 'music_owners',
        row_id: 'row',
        action: 'insert',
        after: { artist_id: 'halve', user_id: 'mira' },
      }),
    ]),
    'changed Halve: owners',
  ],
  [
    'a table',
    save(
      [change({ action: 'insert' })],
      [
        ['music_events', 'insert', 1280],
        ['music_lineup', 'insert', 3000],
        ['music_events', 'update', 1],
      ],
    ),
    'added 1,280 dates and changed 1 date',
  ],
  [
    'a table of several kinds',
    save(
      [change({ action: 'insert' })],
      [
        ['music_artists', 'insert', 8],
        ['music_artists', 'update', 1],
        ['music_events', 'insert', 32],
      ],
    ),
    'added 8 artists and 32 dates, and changed 1 artist',
  ],
  [
    'a table, taken back',
    save([change({ action: 'delete', undo: 7 })], [['music_events', 'delete', 300]]),
    'took back 300 dates',
  ],
  [
    'two dates',
    save(
      [change({ after: { note: 'x' } }), change({ after: { note: 'x' }, event: OTHER })],
      [['music_events', 'update', 2]],
    ),
    'changed 2 dates',
  ],
  [
    'many names on bills',
    save([change({ ...bill, action: 'insert' })], [['music_lineup', 'insert', 40]]),
    'added 40 names on bills',
  ],
  [
    'an artist with all that went along',
    save([
      change({
        ...artist,
        action: 'delete',
        along: ['music_events', 'music_links', 'music_events'],
      }),
    ]),
    'deleted Halve with 2 dates and 1 link',
  ],
  [
    'an artist, brought back',
    save([change({ ...artist, action: 'insert', undo: 7 })]),
    'brought back Halve',
  ],
  ['a date, taken back', save([change({ action: 'delete', undo: 8 })]), `took back ${NAME}`],
  [
    'a change, undone',
    save([change({ ...artist, undo: 9, after: { latest_song: null } })]),
    'undid a change of Halve: latest song',
  ],
])('%s reads as what was saved (U5)', (_, saved, sentence) => {
  expect(sentenceOf(saved)).toBe(sentence);
});
