/** Setting the featured artist: two calls, and never two featured artists. */

import { beforeEach, expect, test } from 'vitest';
import { ARTISTS } from '../../live/cast';
import { type Client, dataOf, liveSite, signedIn, visitor } from '../client';

const IDS = ARTISTS.map(({ id }) => id);

const clearOthers = async (client: Client, id: string) =>
  dataOf(
    await client.from('music_artists').update({ is_featured: false }).neq('id', id).select('id'),
  );
const setFeatured = async (client: Client, id: string) =>
  dataOf(
    await client.from('music_artists').update({ is_featured: true }).eq('id', id).select('id'),
  );
const featuredIds = async (client: Client): Promise<string[]> =>
  dataOf(await client.from('music_artists').select('id, is_featured'))
    .filter(({ is_featured }) => is_featured)
    .map(({ id }) => id);

async function feature(client: Client, id: string): Promise<void> {
  await clearOthers(client, id);
  await setFeatured(client, id);
}

/** Every order of `first`'s two calls among `second`'s two calls. */
function interleavings<T>(first: readonly T[], second: readonly T[]): T[][] {
  const [one, ...others] = first;
  const [two, ...more] = second;
  if (one === undefined || two === undefined) return [[...first, ...second]];
  return [
    ...interleavings(others, second).map((rest) => [one, ...rest]),
    ...interleavings(first, more).map((rest) => [two, ...rest]),
  ];
}

const site = await liveSite();

beforeEach(() => site.reset());

test.each(IDS)('after the two calls, exactly one artist is featured: %s (D2)', async (id) => {
  const admin = await signedIn(site, 'admin');
  await feature(admin, id);
  expect(await featuredIds(admin)).toEqual([id]);
});

test.each(
  interleavings(['clear A', 'set A'], ['clear B', 'set B']).map((order) => [order.join(', ')]),
)('two admins at once: %s (D2)', async (order) => {
  await site.reset();
  const clients: Record<string, Client> = {
    A: await signedIn(site, 'admin'),
    B: await signedIn(site, 'admin'),
  };
  const chosen: Record<string, string> = { A: 'night-ferry', B: 'abel-quintero' };
  for (const step of order.split(', ')) {
    const [call, admin] = step.split(' ') as [string, string];
    const run = call === 'clear' ? clearOthers : setFeatured;
    await run(clients[admin] as Client, chosen[admin] as string);
    expect((await featuredIds(visitor(site))).length).toBeLessThanOrEqual(1);
  }
  expect(await featuredIds(visitor(site))).toEqual([chosen[order.endsWith('A') ? 'A' : 'B']]);
});

test('fifty simultaneous switches leave one featured, and a reader never sees two (D2)', async () => {
  const admins = await Promise.all([signedIn(site, 'admin'), signedIn(site, 'admin')]);
  const reader = visitor(site);
  const seen: number[] = [];
  let isOver = false;
  const reading = (async () => {
    while (!isOver) seen.push((await featuredIds(reader)).length);
  })();
  const switches = Array.from({ length: 50 }, (_, turn) =>
    feature(admins[turn % 2] as Client, IDS[turn % 3] as string),
  );
  await Promise.all(switches);
  isOver = true;
  await reading;
  expect(await featuredIds(reader)).toHaveLength(1);
  expect(seen.length).toBeGreaterThan(3);
  expect(Math.max(...seen)).toBeLessThanOrEqual(1);
});

test('when the second call never arrives, none is featured and the next setting repairs it (D2)', async () => {
  const admin = await signedIn(site, 'admin');
  await clearOthers(admin, 'night-ferry');
  expect(await featuredIds(admin)).toEqual([]);
  const artists = dataOf(await visitor(site).from('music_artists').select('*'));
  expect(artists[0]?.id).toBe('mara-voss');
  await feature(admin, 'abel-quintero');
  expect(await featuredIds(admin)).toEqual(['abel-quintero']);
});

test('the second call alone also clears the others (D2)', async () => {
  const admin = await signedIn(site, 'admin');
  await setFeatured(admin, 'night-ferry');
  expect(await featuredIds(admin)).toEqual(['night-ferry']);
});

test('two cannot be set in one call (D2)', async () => {
  const admin = await signedIn(site, 'admin');
  const answer = await admin
    .from('music_artists')
    .update({ is_featured: true })
    .in('id', IDS.slice(0, 2));
  expect(answer.error).not.toBeNull();
  expect(await featuredIds(admin)).toEqual(['mara-voss']);
});

test('an artist added as featured is the only one (D2)', async () => {
  const admin = await signedIn(site, 'admin');
  const halve = {
    name: 'Halve',
    genre: 'Techno',
    image: 'https://pictures.example/h.webp',
    is_featured: true,
  };
  const { id } = dataOf(await admin.from('music_artists').insert(halve).select('id').single());
  expect(await featuredIds(admin)).toEqual([id]);
});
