/** The data providers of react-admin and Refine, unmodified: what the admin pages made with them send. */

import type { CrudFilter } from '@refinedev/core';
import { dataProvider as refineProvider } from '@refinedev/supabase';
import { supabaseAuthProvider, supabaseDataProvider } from 'ra-supabase-core';
import { describe, expect, test } from 'vitest';
import { liveSite, signedIn, visitor } from './client';

const site = await liveSite();
await site.rest('DELETE', 'music_artists?id=not.is.null');
const NEW = { genre: 'Jazz', image: 'https://pictures.example/p.webp', followers: '0' };
await site.rest(
  'POST',
  'music_artists',
  ['Ada, the (first)', 'Bo "B" Back\\slash', 'Čeda Ön'].map((name, place) => ({
    ...{ ...NEW, name, followers: String(place) },
    id: 'abc'[place],
  })),
);
await site.rest('POST', 'music_events', [
  { date: '2040-01-03', venue: 'Hall C', location: 'Bonn', artist_id: 'a' },
  { date: '2040-01-01', venue: 'Hall A', location: 'Bonn', artist_id: 'a' },
  { date: '2040-01-02', venue: 'Hall B', location: 'Ghent', artist_id: 'b' },
]);

const admin = await signedIn(site, 'admin');
const stranger = await signedIn(site, 'stranger');
const at = { instanceUrl: site.url, apiKey: site.key };
const reactAdmin = supabaseDataProvider({ ...at, supabaseClient: admin });
const refine = refineProvider(admin);

const ids = ({ data }: { data: readonly { id?: unknown }[] }) => data.map(({ id }) => id).join('');
const venues = ({ data }: { data: readonly { venue?: string }[] }) =>
  data.map(({ venue }) => venue?.slice(-1)).join('');

describe('react-admin', () => {
  const FIRST = {
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'name', order: 'ASC' },
    filter: {},
  } as const;

  test('a list has its page, its order and how many there are in all', async () => {
    const pages = await Promise.all(
      [1, 2].map((page) =>
        reactAdmin.getList('music_artists', {
          ...FIRST,
          pagination: { page, perPage: 2 },
          sort: { field: 'followers', order: 'DESC' },
        }),
      ),
    );
    expect(pages.map(ids)).toEqual(['cb', 'a']);
    expect(pages.map(({ total }) => total)).toEqual([3, 3]);
  });

  test.each([
    ['equals', { genre: 'Jazz' }, 'abc'],
    ['equals, with a comma and brackets', { name: 'Ada, the (first)' }, 'a'],
    ['a word of a search', { 'name@ilike': 'back' }, 'b'],
    ['greater than', { 'followers@gt': '0' }, 'bc'],
    ['one of', { 'id@in': '(a,c)' }, 'ac'],
    ['either of two', { '@or': { 'id@eq': 'a', 'name@ilike': 'čeda' } }, 'ac'],
    ['null', { 'latest_song@is': 'null' }, 'abc'],
    ['full text', { 'search@fts': 'back' }, 'b'],
  ])('a filter: %s', async (_, filter, found) => {
    expect(ids(await reactAdmin.getList('music_artists', { ...FIRST, filter }))).toBe(found);
  });

  test('rows are read one, several and by what they belong to', async () => {
    const one = await reactAdmin.getOne('music_artists', { id: 'b' });
    expect(one.data).toMatchObject({ id: 'b', name: 'Bo "B" Back\\slash' });
    const several = await reactAdmin.getMany('music_artists', { ids: ['a', 'c'] });
    expect(several.data.map(({ id }) => id).sort()).toEqual(['a', 'c']);
    const dates = await reactAdmin.getManyReference('music_events', {
      ...FIRST,
      sort: { field: 'date', order: 'ASC' },
      target: 'artist_id',
      id: 'a',
      meta: { embed: ['music_artists'] },
    });
    expect(venues(dates)).toBe('AC');
    expect(dates.data[0]).toHaveProperty('music_artists.id', 'a');
  });

  test('rows are added, changed and removed, one and several', async () => {
    const { data } = await reactAdmin.create('music_artists', { data: { ...NEW, name: 'Dora' } });
    expect(data).toMatchObject({ id: 'dora', name: 'Dora' });
    const changed = await reactAdmin.update('music_artists', {
      id: 'dora',
      data: { ...data, genre: 'Dub' },
      previousData: data,
    });
    expect(changed.data).toMatchObject({ id: 'dora', genre: 'Dub' });
    const several = { ids: ['dora', 'c'], data: { genre: 'Folk' } };
    const folk = await reactAdmin.updateMany('music_artists', several);
    expect(folk.data?.sort()).toEqual(['c', 'dora']);
    const removed = await reactAdmin.delete('music_artists', { id: 'dora' });
    expect(removed.data).toMatchObject({ id: 'dora', genre: 'Folk' });
    await reactAdmin.create('music_artists', { data: { ...NEW, name: 'Eva' } });
    await reactAdmin.create('music_artists', { data: { ...NEW, name: 'Fay' } });
    const gone = await reactAdmin.deleteMany('music_artists', { ids: ['eva', 'fay'] });
    expect(gone.data?.sort()).toEqual(['eva', 'fay']);
    expect(ids(await reactAdmin.getList('music_artists', FIRST))).toBe('abc');
  });

  test('its guessers find the tables and their columns', async () => {
    const schema = await reactAdmin['getSchema']();
    expect(Object.keys(schema.paths)).toContain('/music_artists');
    expect(schema.definitions.music_artists.properties).toMatchObject({
      id: { type: 'string' },
      is_featured: { type: 'boolean' },
    });
  });

  test('somebody without rights changes nothing, and is told', async () => {
    const without = supabaseDataProvider({ ...at, supabaseClient: stranger });
    const refused = without.create('music_artists', { data: { ...NEW, name: 'Gus' } });
    await expect(refused).rejects.toMatchObject({ status: 403, body: { code: '42501' } });
    expect(ids(await without.getList('music_artists', FIRST))).toBe('abc');
  });

  test('people sign in and out', async () => {
    const client = visitor(site);
    const auth = supabaseAuthProvider(client, {
      getIdentity: async ({ id, email = '' }) => ({ id, fullName: email }),
    });
    const { email, password } = site.cast.owner;
    await expect(auth.login({ email, password: 'wrong' })).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    await auth.login({ email, password });
    expect(await auth.getIdentity?.()).toMatchObject({ fullName: email });
    await auth.logout({});
    expect((await client.auth.getSession()).data.session).toBeNull();
  });
});

describe('Refine', () => {
  const artists = { resource: 'music_artists' };
  const BY_NAME = { field: 'name', order: 'asc' } as const;

  test('a list has its page, its order and how many there are in all', async () => {
    const sorters = [{ field: 'followers', order: 'desc' } as const];
    const page = (currentPage: number) =>
      refine.getList({ ...artists, sorters, pagination: { currentPage, pageSize: 2 } });
    const pages = await Promise.all([page(1), page(2)]);
    expect(pages.map(ids)).toEqual(['cb', 'a']);
    expect(pages.map(({ total }) => total)).toEqual([3, 3]);
  });

  test.each([
    ['eq', 'Čeda Ön', 'c'],
    ['ne', 'Čeda Ön', 'ab'],
    ['in', ['Čeda Ön', 'Ada, the (first)'], 'ac'],
    ['nin', '("Čeda Ön","Ada, the (first)")', 'b'],
    ['gte', 'B', 'bc'],
    ['between', ['A', 'Bz'], 'ab'],
    ['contains', 'BACK', 'b'],
    ['containss', 'BACK', ''],
    ['ncontains', '%BACK%', 'ac'],
    ['startswith', 'ada', 'a'],
    ['endswith', 'ön', 'c'],
  ] as const)('a filter: %s', async (operator, value, found) => {
    const filters = [{ field: 'name', operator, value }];
    expect(ids(await refine.getList({ ...artists, filters, sorters: [BY_NAME] }))).toBe(found);
  });

  test('either of two, and what is empty', async () => {
    const either: CrudFilter = {
      operator: 'or',
      value: [
        { field: 'name', operator: 'contains', value: 'Ada, the (' },
        { field: 'id', operator: 'in', value: ['b'] },
      ],
    };
    const empty: CrudFilter = { field: 'latest_song', operator: 'null', value: true };
    const list = (filter: CrudFilter) =>
      refine.getList({ ...artists, sorters: [BY_NAME], filters: [filter] });
    expect(ids(await list(either))).toBe('ab');
    expect(ids(await list(empty))).toBe('abc');
  });

  test('dates are sorted by a column of their artist', async () => {
    const { data } = await refine.getList({
      resource: 'music_events',
      sorters: [{ field: 'music_artists.name', order: 'asc' }],
      meta: { select: 'venue, music_artists(name)' },
    });
    expect(data).toHaveLength(3);
    expect(data[0]).toHaveProperty('music_artists.name');
  });

  test('rows are read, added, changed and removed, one and several', async () => {
    expect((await refine.getOne({ ...artists, id: 'b' })).data).toMatchObject({ id: 'b' });
    const two = await refine.getMany({ ...artists, ids: ['a', 'c'] });
    expect(two.data.map(({ id }) => id).sort()).toEqual(['a', 'c']);
    const { data } = await refine.create({ ...artists, variables: { ...NEW, name: 'Dora' } });
    expect(data).toMatchObject({ id: 'dora', name: 'Dora' });
    const more = ['Eva', 'Fay'].map((name) => ({ ...NEW, name }));
    expect(ids(await refine.createMany({ ...artists, variables: more }))).toBe('evafay');
    const variables = { genre: 'Dub' };
    const changed = await refine.update({ ...artists, id: 'dora', variables });
    expect(changed.data).toMatchObject(variables);
    const several = await refine.updateMany({ ...artists, ids: ['eva', 'fay'], variables });
    expect(several.data).toMatchObject([variables, variables]);
    await refine.deleteOne({ ...artists, id: 'dora' });
    await refine.deleteMany({ ...artists, ids: ['eva', 'fay'] });
    expect(ids(await refine.getList({ ...artists, sorters: [BY_NAME] }))).toBe('abc');
  });

  test('somebody without rights changes nothing, and is told', async () => {
    const variables = { ...NEW, name: 'Gus' };
    const refused = refineProvider(stranger).create({ ...artists, variables });
    await expect(refused).rejects.toMatchObject({ code: '42501', message: expect.any(String) });
  });
});
