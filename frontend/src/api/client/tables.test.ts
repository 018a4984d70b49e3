import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dataClient } from './client';
import { connect } from './connection';
import { artistNamesResource } from './tables';

const ARTISTS = Array.from({ length: 2500 }, (_, n) => ({ id: `${n}`, name: `Artist ${n}` }));

beforeEach(async () => {
  vi.stubGlobal('location', { origin: 'https://stage.example' });
  connect({ key: 'sb_publishable_x', today: '2026-11-21' });
  await dataClient();
});
afterEach(() => vi.unstubAllGlobals());

test('every artist can be chosen, also where there are more than the service gives at a time', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    const asked = new URL(url).searchParams;
    const first = Number(asked.get('offset'));
    const rows = ARTISTS.slice(first, first + Math.min(Number(asked.get('limit')), 1000));
    const range = `${first}-${first + rows.length - 1}/${ARTISTS.length}`;
    return Response.json(rows, { headers: { 'Content-Range': range } });
  });
  expect((await artistNamesResource.load()).rows).toEqual(ARTISTS);
});
