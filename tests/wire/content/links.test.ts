/** An artist's links to streaming services, written with the official client. */

import { beforeEach, expect, test } from 'vitest';
import { OTHER, OWNED } from '../../live/cast';
import {
  type Client,
  dataOf,
  expectRefused,
  liveSite,
  NOT_ALLOWED,
  signedIn,
  visitor,
} from '../client';

const site = await liveSite();
const links = (client: Client) => client.from('music_links');
const radio = (artist_id: string) => ({
  artist_id,
  position: 1,
  url: 'https://radio.example/mara',
  label: 'Radio',
});
const bandcamp = (artist_id: string) => ({
  artist_id,
  position: 0,
  url: 'https://mara.bandcamp.com',
  label: null,
});

beforeEach(() => site.reset());

async function listOf(artist: string) {
  const read = visitor(site)
    .from('music_artists')
    .select('links:music_links(position,url,label)')
    .eq('id', artist)
    .order('position', { referencedTable: 'links' })
    .single();
  return dataOf(await read).links;
}

test('an owner replaces the links of their artist, and everybody reads them in order (E4)', async () => {
  const owner = await signedIn(site, 'owner');
  const former = dataOf(await links(owner).insert(radio(OWNED)).select('id').single());
  const rows = [{ ...radio(OWNED), label: 'On air' }, bandcamp(OWNED)];
  expect((await links(owner).insert(rows)).error).toBeNull();
  expect((await links(owner).delete().eq('id', former.id)).error).toBeNull();
  expect(await listOf(OWNED)).toEqual([
    { position: 0, url: 'https://mara.bandcamp.com', label: null },
    { position: 1, url: 'https://radio.example/mara', label: 'On air' },
  ]);
});

test('nobody else writes them, and the owner writes no other artist’s (E4)', async () => {
  await site.rest('POST', 'music_links', [radio(OWNED), radio(OTHER)]);
  for (const [who, artist] of [
    ['stranger', OWNED],
    ['contact', OWNED],
    ['owner', OTHER],
  ] as const) {
    const client = await signedIn(site, who);
    expectRefused(await links(client).insert(bandcamp(artist)), NOT_ALLOWED(who));
    await links(client).update({ url: 'https://elsewhere.example' }).eq('artist_id', artist);
    await links(client).delete().eq('artist_id', artist);
    const { artist_id: _, ...kept } = radio(artist);
    expect(await listOf(artist)).toEqual([kept]);
  }
});

test('what is no https address is refused with the row that it is in (E4)', async () => {
  const owner = await signedIn(site, 'owner');
  for (const url of ['http://radio.example', 'radio.example', 'javascript:alert(1)']) {
    const answer = await links(owner).insert([bandcamp(OWNED), { ...radio(OWNED), url }]);
    expectRefused(answer, { code: '23514', status: 400 });
    expect(answer.error?.details).toContain('Failing row 2');
  }
  expect(await listOf(OWNED)).toEqual([]);
});
