/** Several owners of one artist, with the official client. */

import { beforeEach, expect, test } from 'vitest';
import { OTHER, OWNED } from '../../live/cast';
import { dataOf, expectRefused, liveSite, NOT_ALLOWED, signedIn, visitor } from '../client';

const site = await liveSite();
beforeEach(() => site.reset());

const BIO = { bio: 'Written by two.' };
const LINK = { artist_id: OWNED, url: 'https://radio.example/mara' };

test('a further owner may what the first may, from one request to the next (U3)', async () => {
  const admin = await signedIn(site, 'admin');
  const owner = await signedIn(site, 'owner');
  const further = await signedIn(site, 'stranger');
  const user_id = site.cast.stranger.id;
  const save = () => further.from('music_artists').update(BIO).eq('id', OWNED);
  expectRefused(await save(), NOT_ALLOWED('stranger'));
  const added = admin.from('music_owners').insert({ artist_id: OWNED, user_id }).select().single();
  const { id } = dataOf(await added);

  expect((await save()).status).toBe(204);
  expect((await further.from('music_links').insert(LINK)).status).toBe(201);
  const seen = dataOf(await further.from('music_changes').select('artist_id,user_id').limit(1));
  expect(seen).toEqual([{ artist_id: OWNED, user_id }]);
  expectRefused(
    await further.from('music_artists').update(BIO).eq('id', OTHER),
    NOT_ALLOWED('stranger'),
  );
  expect((await owner.from('music_artists').update({ bio: 'First.' }).eq('id', OWNED)).status).toBe(
    204,
  );
  const first = dataOf(await visitor(site).from('music_artists').select('user_id').eq('id', OWNED));
  expect(first).toEqual([{ user_id: site.cast.owner.id }]);

  expect((await admin.from('music_owners').delete().eq('id', id)).status).toBe(204);
  expectRefused(await save(), NOT_ALLOWED('stranger'));
});

test('admins see who owns what, an owner what is theirs, and only admins change it (U3)', async () => {
  const row = { artist_id: OWNED, user_id: site.cast.stranger.id };
  await site.rest('POST', 'music_owners', row);
  for (const who of ['visitor', 'contact', 'owner', 'stranger', 'admin'] as const) {
    const client = await signedIn(site, who);
    const { data } = await client.from('music_owners').select('artist_id,user_id');
    expect(data).toEqual(who === 'admin' || who === 'stranger' ? [row] : []);
    if (who === 'admin') continue;
    const itself = { artist_id: OTHER, user_id: site.cast.contact.id };
    expectRefused(await client.from('music_owners').insert(itself), NOT_ALLOWED(who));
    const { status } = await client
      .from('music_owners')
      .update({ artist_id: OTHER })
      .eq('artist_id', OWNED);
    expect(status).toBe(NOT_ALLOWED(who).status);
  }
  const twice = await (await signedIn(site, 'admin')).from('music_owners').insert(row);
  expectRefused(twice, { code: '23505', status: 409 });
});

test('an account or artist that is deleted takes its rows along (U3)', async () => {
  const user_id = site.cast.stranger.id;
  const rows = [OWNED, OTHER].map((artist_id) => ({ artist_id, user_id }));
  await site.rest('POST', 'music_owners', rows);
  await site.rest('DELETE', `music_artists?id=eq.${OTHER}`);
  expect(await site.rest('GET', 'music_owners?select=artist_id')).toEqual([{ artist_id: OWNED }]);
});
