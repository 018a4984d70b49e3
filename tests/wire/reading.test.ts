/** Filters, ranges, counts, embedding and the other forms of an answer, as the official client asks for them. */

import type { SupabaseClient } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../docs/database.types';
import { dataOf, liveSite, visitor } from './client';

const site = await liveSite();
await site.rest('DELETE', 'music_artists?id=not.is.null');
await site.rest(
  'POST',
  'music_artists',
  [
    ['Ada, the (first)', 'Jazz', '12', null, true],
    ['Bo "B" Back\\slash', 'Jazz', '8K', 'Blue Song', false],
    ['Čeda Ön', 'Dream pop', '1.5M', 'Red Song', false],
    ['D.O.T.', 'Art pop', '0', null, false],
    ['E%_*', 'Art pop', '3', 'Blue', false],
  ].map(([name, genre, followers, latest_song, is_featured], place) => ({
    ...{ name, genre, followers, latest_song, is_featured },
    id: 'abcde'[place],
    image: 'https://pictures.example/p.webp',
  })),
);
await site.rest('POST', 'music_events', [
  { date: '2040-01-03', venue: 'Hall C', location: 'Bonn', artist_id: 'a' },
  { date: '2040-01-01', venue: 'Hall A', location: 'Bonn', artist_id: 'a' },
  { date: '2040-01-02', venue: 'Hall B', location: 'Ghent', artist_id: 'b' },
]);

const client = visitor(site);
const artists = () => client.from('music_artists');
const events = () => client.from('music_events');
const select = () => artists().select('*');
type Query = ReturnType<typeof select>;

const FILTERS: readonly [string, (query: Query) => Query, string][] = [
  ['eq with a comma and brackets', (q) => q.eq('name', 'Ada, the (first)'), 'a'],
  ['eq with quotes and a backslash', (q) => q.eq('name', 'Bo "B" Back\\slash'), 'b'],
  ['eq with letters beyond ASCII', (q) => q.eq('name', 'Čeda Ön'), 'c'],
  ['eq with dots', (q) => q.eq('name', 'D.O.T.'), 'd'],
  ['neq', (q) => q.neq('genre', 'Jazz'), 'cde'],
  ['neq leaves out what is null', (q) => q.neq('latest_song', 'Blue'), 'bc'],
  ['gt', (q) => q.gt('id', 'c'), 'de'],
  ['gte', (q) => q.gte('id', 'c'), 'cde'],
  ['lt', (q) => q.lt('id', 'c'), 'ab'],
  ['lte', (q) => q.lte('id', 'c'), 'abc'],
  ['like with %', (q) => q.like('latest_song', '% Song'), 'bc'],
  ['like with *', (q) => q.like('latest_song', 'Blue*'), 'be'],
  ['like is case-sensitive', (q) => q.like('latest_song', 'blue%'), ''],
  ['ilike', (q) => q.ilike('latest_song', 'blue%'), 'be'],
  ['likeAnyOf', (q) => q.likeAnyOf('genre', ['Dream%', 'J%']), 'abc'],
  ['likeAllOf', (q) => q.likeAllOf('genre', ['%pop', 'Art%']), 'de'],
  ['ilikeAnyOf', (q) => q.ilikeAnyOf('genre', ['dream%', 'j%']), 'abc'],
  ['ilikeAllOf', (q) => q.ilikeAllOf('genre', ['%POP', 'art%']), 'de'],
  ['regexMatch', (q) => q.regexMatch('name', '^(Ada|D[.])'), 'ad'],
  ['regexIMatch', (q) => q.regexIMatch('name', '^(ada|d[.])'), 'ad'],
  ['isDistinct', (q) => q.isDistinct('latest_song', 'Blue'), 'abcd'],
  ['is null', (q) => q.is('latest_song', null), 'ad'],
  ['is true', (q) => q.is('is_featured', true), 'a'],
  ['is false', (q) => q.is('is_featured', false), 'bcde'],
  ['in', (q) => q.in('id', ['a', 'd', 'nobody']), 'ad'],
  [
    'in with commas, brackets and quotes',
    (q) => q.in('name', ['Ada, the (first)', 'D.O.T.']),
    'ad',
  ],
  ['in of nothing', (q) => q.in('id', []), ''],
  ['notIn', (q) => q.notIn('id', ['a', 'd']), 'bce'],
  ['not eq', (q) => q.not('genre', 'eq', 'Jazz'), 'cde'],
  ['not is null', (q) => q.not('latest_song', 'is', null), 'bce'],
  ['not in', (q) => q.not('id', 'in', '(a,b)'), 'cde'],
  ['or', (q) => q.or('id.eq.a,genre.eq.Dream pop'), 'ac'],
  ['or with and within', (q) => q.or('id.eq.d,and(genre.eq.Jazz,latest_song.is.null)'), 'ad'],
  ['or twice', (q) => q.or('id.eq.a,id.eq.b').or('id.eq.b,id.eq.c'), 'b'],
  ['or with a quoted value', (q) => q.or('name.eq."Ada, the (first)",id.eq.e'), 'ae'],
  ['match', (q) => q.match({ genre: 'Jazz', is_featured: true }), 'a'],
  ['filter', (q) => q.filter('id', 'in', '(b,c)'), 'bc'],
  ['textSearch', (q) => q.textSearch('search', "'ced':*"), 'c'],
  ['textSearch for two words', (q) => q.textSearch('search', "'b':* & 'jazz'"), 'b'],
  ['textSearch for plain words', (q) => q.textSearch('search', 'jazz b', { type: 'plain' }), 'b'],
  [
    'textSearch for a phrase of a word',
    (q) => q.textSearch('search', 'ceda', { type: 'phrase' }),
    'c',
  ],
  [
    'textSearch as on the web',
    (q) => q.textSearch('search', 'art pop', { type: 'websearch' }),
    'de',
  ],
  ['textSearch for what nobody has', (q) => q.textSearch('search', "'ced'"), ''],
  ['not fts', (q) => q.not('search', 'fts', 'jazz'), 'cde'],
  ['or with fts', (q) => q.or('search.fts.dream,id.eq.e'), 'ce'],
  ['the same column twice', (q) => q.gte('id', 'b').lte('id', 'd'), 'bcd'],
];

describe('filters', () => {
  test.each(FILTERS)('%s', async (_what, filter, ids) => {
    const found = dataOf(await filter(select()).order('id'));
    expect(found.map(({ id }) => id).join('')).toBe(ids);
  });
});

describe('order, limit and range', () => {
  test('descending, and by two columns', async () => {
    const found = dataOf(
      await artists()
        .select('id')
        .order('genre', { ascending: false })
        .order('id', { ascending: false }),
    );
    expect(found.map(({ id }) => id).join('')).toBe('baced');
  });

  test('nulls come last ascending and first descending, unless asked otherwise', async () => {
    const ids = async (ascending: boolean, nullsFirst?: boolean) => {
      const options = nullsFirst === undefined ? { ascending } : { ascending, nullsFirst };
      const found = dataOf(await artists().select('id').order('latest_song', options).order('id'));
      return found.map(({ id }) => id).join('');
    };
    expect(await ids(true)).toBe('ebcad');
    expect(await ids(false)).toBe('adcbe');
    expect(await ids(true, true)).toBe('adebc');
    expect(await ids(false, false)).toBe('cbead');
  });

  test('limit', async () => {
    expect(dataOf(await artists().select('id').order('id').limit(2))).toEqual([
      { id: 'a' },
      { id: 'b' },
    ]);
    expect(dataOf(await artists().select('id').limit(0))).toEqual([]);
  });

  test('range, with the count of all', async () => {
    const answer = await artists().select('id', { count: 'exact' }).order('id').range(1, 2);
    expect(answer).toMatchObject({ status: 206, count: 5, data: [{ id: 'b' }, { id: 'c' }] });
  });

  test('a range beyond the last row', async () => {
    expect(await artists().select('id').range(10, 20)).toMatchObject({ status: 200, data: [] });
    const counted = await artists().select('id', { count: 'exact' }).range(10, 20);
    expect(counted).toMatchObject({ status: 416, error: { code: 'PGRST103' } });
  });
});

describe('counts', () => {
  test('without the rows', async () => {
    const answer = await artists().select('*', { count: 'exact', head: true }).eq('genre', 'Jazz');
    expect(answer).toMatchObject({ status: 200, count: 2, error: null });
    expect(answer.data).toBeNull();
  });

  test('with the rows', async () => {
    expect(await artists().select('id', { count: 'exact' }).eq('id', 'a')).toMatchObject({
      count: 1,
      data: [{ id: 'a' }],
    });
    expect(await artists().select('id', { count: 'exact' }).eq('id', 'z')).toMatchObject({
      count: 0,
      data: [],
    });
  });

  test('none unless asked for', async () => {
    expect((await artists().select('id')).count).toBeNull();
  });
});

describe('one row', () => {
  test('single: one, none and several', async () => {
    expect(dataOf(await artists().select('id').eq('id', 'a').single())).toEqual({ id: 'a' });
    expect(await artists().select('id').eq('id', 'z').single()).toMatchObject({
      status: 406,
      data: null,
      error: { code: 'PGRST116', details: 'The result contains 0 rows', hint: null },
    });
    expect(await artists().select('id').eq('genre', 'Jazz').single()).toMatchObject({
      error: { code: 'PGRST116', details: 'The result contains 2 rows' },
    });
  });

  test('maybeSingle: one, none and several', async () => {
    expect(await artists().select('id').eq('id', 'a').maybeSingle()).toMatchObject({
      data: { id: 'a' },
      error: null,
    });
    expect(await artists().select('id').eq('id', 'z').maybeSingle()).toMatchObject({
      data: null,
      error: null,
    });
    expect((await artists().select('id').eq('genre', 'Jazz').maybeSingle()).error?.code).toBe(
      'PGRST116',
    );
  });
});

describe('columns and embedding', () => {
  test('some columns, another name, a cast', async () => {
    const found = await artists()
      .select('id, title:name, is_featured::text')
      .eq('id', 'a')
      .single();
    expect(found.data).toEqual({ id: 'a', title: 'Ada, the (first)', is_featured: 'true' });
  });

  test('the artist of an event is an object', async () => {
    const found = dataOf(
      await events().select('venue, artist:music_artists(id, name)').eq('venue', 'Hall B').single(),
    );
    expect(found).toEqual({ venue: 'Hall B', artist: { id: 'b', name: 'Bo "B" Back\\slash' } });
  });

  test('the events of an artist are an array, empty when there are none', async () => {
    const found = dataOf(
      await artists()
        .select('id, music_events(venue)')
        .order('id')
        .order('date', { referencedTable: 'music_events' }),
    );
    expect(found.slice(0, 3)).toEqual([
      { id: 'a', music_events: [{ venue: 'Hall A' }, { venue: 'Hall C' }] },
      { id: 'b', music_events: [{ venue: 'Hall B' }] },
      { id: 'c', music_events: [] },
    ]);
  });

  test('an embedded limit and filter', async () => {
    const found = dataOf(
      await artists()
        .select('id, music_events(venue)')
        .in('id', ['a', 'b'])
        .eq('music_events.location', 'Bonn')
        .order('date', { referencedTable: 'music_events' })
        .limit(1, { referencedTable: 'music_events' })
        .order('id'),
    );
    expect(found).toEqual([
      { id: 'a', music_events: [{ venue: 'Hall A' }] },
      { id: 'b', music_events: [] },
    ]);
  });

  test('!inner leaves out parents without a match', async () => {
    const found = dataOf(
      await artists()
        .select('id, music_events!inner(venue)')
        .eq('music_events.location', 'Ghent')
        .order('id'),
    );
    expect(found.map(({ id }) => id)).toEqual(['b']);
  });

  test('events ordered and filtered by their artist', async () => {
    const found = dataOf(
      await events()
        .select('venue, artist:music_artists!inner(name)')
        .eq('artist.genre', 'Jazz')
        .order('artist(name)', { ascending: false })
        .order('date'),
    );
    expect(found.map(({ venue }) => venue)).toEqual(['Hall B', 'Hall A', 'Hall C']);
  });

  test('no relationship', async () => {
    expect(await artists().select('id, music_contacts(id)')).toMatchObject({
      status: 400,
      error: { code: 'PGRST200' },
    });
  });
});

describe('other forms', () => {
  test('csv', async () => {
    const { data } = await artists().select('id, name').in('id', ['a', 'd']).order('id').csv();
    expect(data).toBe('id,name\na,"Ada, the (first)"\nd,D.O.T.');
  });

  test('without nulls', async () => {
    const found = dataOf(
      await artists().select('id, latest_song').eq('id', 'a').stripNulls().single(),
    );
    expect(found).toEqual({ id: 'a' });
  });
});

describe('errors', () => {
  test.each<[string, () => PromiseLike<{ status: number; error: unknown }>, number, string]>([
    ['an unknown table', () => client.from('users').select('*'), 404, 'PGRST205'],
    ['an unknown column to select', () => artists().select('nope'), 400, '42703'],
    ['an unknown column to filter', () => artists().select('id').eq('nope', 1), 400, '42703'],
    ['an unknown column to order', () => artists().select('id').order('nope'), 400, '42703'],
    ['the server’s own column', () => artists().select('popularity'), 400, '42703'],
    [
      'an unknown operator',
      () => artists().select('id').filter('id', 'noop', '1'),
      400,
      'PGRST100',
    ],
    ['no text search', () => artists().select('id').textSearch('search', 'a | b'), 400, '42601'],
    ['an id that is no uuid', () => events().select('id').eq('id', 'abc'), 400, '22P02'],
    ['a date that is none', () => events().select('id').gte('date', 'someday'), 400, '22007'],
    ['an unknown function', () => client.rpc('nothing'), 404, 'PGRST202'],
    ['another schema', () => client.schema('auth').from('users').select('*'), 406, 'PGRST106'],
  ])('%s', async (_what, run, status, code) => {
    const answer = await run();
    expect(answer.status).toBe(status);
    expect(answer.error).toMatchObject({ code, message: expect.any(String) });
    expect(Object.keys(answer.error as object)).toEqual(
      expect.arrayContaining(['details', 'hint']),
    );
  });
});

test('the published types are those of the answers', async () => {
  const client = visitor(site) as SupabaseClient<Database>;
  const { data } = await client
    .from('music_events')
    .select('date, ticket_url, music_artists(name, is_featured)')
    .eq('venue', 'Hall A')
    .single();
  const date: string | undefined = data?.date;
  const link: string | null | undefined = data?.ticket_url;
  const artist: { name: string; is_featured: boolean } | undefined = data?.music_artists;
  expect([date, link, artist]).toEqual([
    '2040-01-01',
    null,
    { name: 'Ada, the (first)', is_featured: true },
  ]);
});

test('the published types know the functions and their arguments', async () => {
  const client = visitor(site) as SupabaseClient<Database>;
  const bill = [{ name: 'Halve' }];
  const answers = await Promise.all([
    client.rpc('save_event', { event: { venue: 'Hall A' }, bill, confirmed: ['same_day'] }),
    client.rpc('preview_import', { table_text: 'Date,Venue', columns: ['date', null] }),
    client.rpc('undo', { transaction: 1 }),
  ]);
  expect(answers.map(({ error }) => error?.code)).toEqual(['42501', '42501', '42501']);
  // @ts-expect-error: a function that there is not
  const { status } = await client.rpc('nothing');
  expect(status).toBe(404);
});
