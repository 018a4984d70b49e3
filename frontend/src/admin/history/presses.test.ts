import { expect, test } from 'vitest';
import type { ToldChange } from '../../api/changes';
import { pressesOf } from './presses';
import { sentenceOf } from './sentence';

const HALVE = { id: 'halve', name: 'Halve' };
const GIG = {
  id: 'gig',
  artist_id: 'halve',
  date: '2026-11-24',
  venue: 'Kesselhaus',
  location: '',
};

let next = 1000;
/** Each is made before the one above it, at `ms` after twelve. */
const change = (ms: number, values: Partial<ToldChange>): ToldChange => ({
  id: `${--next}`,
  number: next,
  at: new Date(Date.UTC(2026, 10, 22, 12) + ms).toISOString(),
  user_id: 'jonas',
  account_gone: false,
  table_name: 'music_events',
  row_id: 'gig',
  artist_id: 'halve',
  action: 'update',
  before: {},
  after: {},
  undo: null,
  event: GIG,
  artists: new Map([['halve', HALVE]]),
  along: [],
  undone: null,
  ...values,
});
const other = (n: number) => ({
  row_id: `gig${n}`,
  event: { ...GIG, id: `gig${n}`, venue: `Hall ${n}` },
});
const bill = { table_name: 'music_lineup', row_id: 'act', before: null } as const;
const artist = { table_name: 'music_artists', row_id: 'halve', event: null } as const;
const NAME = 'Halve, Kesselhaus, November 24, 2026';

test.each<[string, ToldChange[], string[]]>([
  [
    'a form and its bill',
    [
      change(900, { ...bill, action: 'insert', after: { event_id: 'gig', name: 'Vesna' } }),
      change(0, { after: { start_time: '20:00', ticket_url: null } }),
    ],
    [`changed ${NAME}: start, ticket link, bill`],
  ],
  [
    'the same form saved twice',
    [change(9000, { after: { price: '1' } }), change(0, { after: { price: '2' } })],
    [`changed ${NAME}: price`, `changed ${NAME}: price`],
  ],
  [
    'the featured place, which one loses and another gets in two requests, and given up later',
    [
      change(9000, { ...artist, after: { is_featured: false } }),
      change(100, { ...artist, after: { is_featured: true } }),
      change(0, { ...artist, row_id: 'mara', after: { is_featured: false } }),
    ],
    ['stopped featuring Halve', 'featured Halve'],
  ],
  [
    'featuring undone, and a form that featured too',
    [
      change(9100, { ...artist, undo: 7, after: { is_featured: true } }),
      change(9000, { ...artist, row_id: 'mara', undo: 8, after: { is_featured: false } }),
      change(0, { ...artist, after: { genre: 'Pop', is_featured: true } }),
    ],
    ['featured Halve again', 'changed Halve: genre, featured'],
  ],
  [
    'a further owner',
    [
      change(0, {
        ...artist,
        table_name: 'music_owners',
        row_id: 'row',
        action: 'insert',
        after: { artist_id: 'halve', user_id: 'mira' },
      }),
    ],
    ['changed Halve: owners'],
  ],
  [
    'a table',
    [3, 2, 1].map((n) => change(n, { ...other(n), action: 'insert' })),
    ['added 3 dates'],
  ],
  [
    'two dates by hand',
    [3000, 1000].map((n) => change(n, { ...other(n), action: 'insert' })),
    ['added Halve, Hall 3000, November 24, 2026', 'added Halve, Hall 1000, November 24, 2026'],
  ],
  [
    'a date added and deleted at once',
    [change(2, { action: 'delete' }), change(0, { action: 'insert' })],
    [`deleted ${NAME}`, `added ${NAME}`],
  ],
  [
    'different people',
    [change(1, { action: 'delete' }), change(0, { user_id: 'mira', after: { note: 'x' } })],
    [`deleted ${NAME}`, `changed ${NAME}: note`],
  ],
  [
    'an artist with all that went along',
    [
      change(0, {
        ...artist,
        action: 'delete',
        along: ['music_events', 'music_links', 'music_events'],
      }),
    ],
    ['deleted Halve with 2 dates and 1 link'],
  ],
  [
    'undone and brought back',
    [
      change(2, { ...artist, action: 'insert', undo: 7 }),
      change(1, { action: 'delete', undo: 8 }),
      change(0, { ...artist, undo: 9, after: { latest_song: null } }),
    ],
    ['brought back Halve', `took back ${NAME}`, 'undid a change of Halve: latest song'],
  ],
])('%s reads as what was pressed (U5)', (_, changes, sentences) => {
  expect(pressesOf(changes).map(sentenceOf)).toEqual(sentences);
});
