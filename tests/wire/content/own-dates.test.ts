/** What an owner does with the dates of their artist, with the official client. */

import { beforeEach, expect, test } from 'vitest';
import { OTHER, OWNED } from '../../live/cast';
import { dataOf, everything, expectRefused, liveSite, NOT_ALLOWED, signedIn } from '../client';

const site = await liveSite();
beforeEach(() => site.reset());

const EVENT = { date: '2040-01-01', venue: 'Depot 23', location: 'Ghent', artist_id: OWNED };

test('an owner adds a date with its bill, changes both and deletes them (U4)', async () => {
  const owner = await signedIn(site, 'owner');
  const events = () => owner.from('music_events');
  const { id } = dataOf(await events().insert([EVENT]).select('id').single());
  const bill = [
    { event_id: id, position: 0, artist_id: OTHER, name: 'Night Ferry' },
    { event_id: id, position: 1, name: 'Ines Brandt' },
  ];
  expect((await owner.from('music_lineup').insert(bill)).status).toBe(201);
  expect((await events().update({ status: 'cancelled' }).eq('id', id)).status).toBe(204);
  const first = owner.from('music_lineup').delete().eq('event_id', id).eq('position', 0);
  expect((await first).status).toBe(204);
  const read = events().select('status,lineup:music_lineup(name)').eq('id', id).single();
  expect(dataOf(await read)).toEqual({ status: 'cancelled', lineup: [{ name: 'Ines Brandt' }] });
  expect((await events().delete().eq('id', id)).status).toBe(204);
});

test('nothing of another artist’s dates is an owner’s, and no date moves to another artist (U4)', async () => {
  const [other] = (await site.rest('GET', `music_events?artist_id=eq.${OTHER}&limit=1`)) as [Row];
  const [own] = (await site.rest('GET', `music_events?artist_id=eq.${OWNED}&limit=1`)) as [Row];
  const before = await everything(site);
  const owner = await signedIn(site, 'owner');
  const refused = NOT_ALLOWED('owner');
  const events = () => owner.from('music_events');
  expectRefused(await events().insert([EVENT, { ...EVENT, artist_id: OTHER }]), refused);
  expectRefused(await events().update({ note: 'Mine' }).in('id', [own.id, other.id]), refused);
  expectRefused(await events().update({ artist_id: OTHER }).eq('id', own.id), refused);
  expectRefused(await events().delete().eq('id', other.id), refused);
  const name = { event_id: other.id, name: 'Mara Voss', artist_id: OWNED };
  expectRefused(await owner.from('music_lineup').insert(name), refused);
  expect(await everything(site)).toEqual(before);
});

type Row = { id: string };
