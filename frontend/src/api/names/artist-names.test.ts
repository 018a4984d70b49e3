import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dataClient } from '../client/client';
import { connect } from '../client/connection';
import { searchOf } from '../search';
import { artistNameSearch, artistNames, artistsById } from './artist-names';

const ARTISTS = Array.from({ length: 2500 }, (_, n) => ({ id: `${n}`, name: `Artist ${n}` }));
const asked: URLSearchParams[] = [];

beforeEach(async () => {
  vi.stubGlobal('location', { origin: 'https://stage.example' });
  connect({ key: 'sb_publishable_x', today: '2026-11-21' });
  await dataClient();
  asked.length = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    const query = new URL(url).searchParams;
    asked.push(query);
    const ids = query.get('id')?.match(/\d+/g);
    const found = ids ? ARTISTS.filter(({ id }) => ids.includes(id)) : ARTISTS;
    const first = Number(query.get('offset'));
    const rows = found.slice(first, first + Number(query.get('limit') ?? 1000));
    const range = `${first}-${first + rows.length - 1}/${found.length}`;
    return Response.json(rows, { headers: { 'Content-Range': range } });
  });
});
afterEach(() => vi.unstubAllGlobals());

test('of thousands of artists the first are offered, in one request', async () => {
  const { rows, hasMore } = await artistNames.load();
  expect(rows).toEqual(ARTISTS.slice(0, 50));
  expect(hasMore).toBe(true);
  expect(asked.map((query) => query.get('order'))).toEqual(['name.asc,id.asc']);
});

test('the others are found by the service', async () => {
  await artistNameSearch(searchOf('Night Ferry')).load();
  expect(asked.map((query) => query.get('search'))).toEqual([`fts.'Night':* & 'Ferry':*`]);
});

test('the names of many artists are asked for in addresses of a length that passes', async () => {
  const ids = ARTISTS.slice(0, 120).map(({ id }) => id);
  const found = await artistsById([...ids, ...ids]);
  expect([...found.keys()]).toEqual(ids);
  expect(asked).toHaveLength(3);
});

test('where nobody is named, nothing is asked', async () => {
  expect((await artistsById([])).size).toBe(0);
  expect(asked).toEqual([]);
});
