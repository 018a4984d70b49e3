/** What has happened, and undoing it, with the official client. */

import { beforeEach, expect, test } from 'vitest';
import { OTHER, OWNED } from '../../live/cast';
import { type Client, dataOf, expectRefused, liveSite, NOT_ALLOWED, signedIn } from '../client';

const site = await liveSite();
const changes = (client: Client) => client.from('music_changes');

beforeEach(() => site.reset());

const newest = async (client: Client) =>
  dataOf(await changes(client).select().is('part_of', null).limit(1).single());
const undo = (client: Client, id: number) => changes(client).insert({ undo: id }).select().single();
const content = () =>
  Promise.all(
    ['music_artists', 'music_events', 'music_lineup', 'music_links'].map((table) =>
      site.rest('GET', `${table}?order=id`),
    ),
  );

test('a change says who made it, what was and what is, and is undone unless it has changed since (U5)', async () => {
  const admin = await signedIn(site, 'admin');
  const save = async (values: object) =>
    expect((await admin.from('music_artists').update(values).eq('id', OWNED)).error).toBeNull();
  await save({ genre: 'Noise' });
  const first = await newest(admin);
  expect(first).toMatchObject({
    user_id: site.cast.admin.id,
    table_name: 'music_artists',
    row_id: OWNED,
    action: 'update',
    after: { genre: 'Noise' },
  });
  await save({ genre: 'Folk', latest_song: 'Later' });
  const refused = await undo(admin, first.id);
  expectRefused(refused, { code: 'PT409', status: 409 });
  expect(JSON.parse(refused.error?.details ?? '')).toEqual({
    table_name: 'music_artists',
    row_id: OWNED,
    after: { genre: 'Noise' },
    now: { genre: 'Folk' },
  });
  const undone = dataOf(await undo(admin, (await newest(admin)).id));
  expect(dataOf(await undo(admin, first.id))).toMatchObject({
    undo: first.id,
    after: first.before,
  });
  expectRefused(await undo(admin, undone.id), { code: 'PT409', status: 409 });
});

test('a deleted artist comes back with its events and links, all with their ids (U5)', async () => {
  const admin = await signedIn(site, 'admin');
  const before = await content();
  expect((await admin.from('music_artists').delete().eq('id', OWNED)).error).toBeNull();
  expect(await content()).not.toEqual(before);
  const deleted = await newest(admin);
  expect(dataOf(await undo(admin, deleted.id))).toMatchObject({ row_id: OWNED, action: 'insert' });
  expect(await content()).toEqual(before);
});

test('owners see and undo what is their own, contacts what they did, and nobody else sees anything (U5)', async () => {
  const owner = await signedIn(site, 'owner');
  expect(
    (await owner.from('music_artists').update({ bio: 'New' }).eq('id', OWNED)).error,
  ).toBeNull();
  const own = await newest(owner);
  await site.rest('PATCH', `music_artists?id=eq.${OTHER}`, { bio: 'Not theirs' });
  const seen = dataOf(await changes(owner).select('artist_id'));
  expect([...new Set(seen.map(({ artist_id }) => artist_id))]).toEqual([OWNED]);
  for (const who of ['stranger', 'contact', 'visitor'] as const) {
    const client = await signedIn(site, who);
    if (who === 'visitor') expectRefused(await changes(client).select(), NOT_ALLOWED(who));
    else expect(dataOf(await changes(client).select())).toEqual([]);
    expectRefused(await undo(client, own.id), NOT_ALLOWED(who));
  }
  expect(dataOf(await undo(owner, own.id))).toMatchObject({ undo: own.id });
  const contact = await signedIn(site, 'contact');
  const before = await content();
  expect((await contact.from('music_events').delete().eq('venue', 'Silver Oar')).error).toBeNull();
  const slip = await newest(contact);
  expect(dataOf(await undo(contact, slip.id))).toMatchObject({ undo: slip.id, action: 'insert' });
  expect(await content()).toEqual(before);
});
