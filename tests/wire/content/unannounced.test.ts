/** What is not announced yet, with the official client: there for who may edit it, and for nobody else. */

import { beforeEach, expect, test } from 'vitest';
import { OTHER } from '../../live/cast';
import { daysFromToday } from '../../live/dates';
import { dataOf, liveSite, signedIn, visitor } from '../client';

const site = await liveSite();
const SOON_MS = 1500;

beforeEach(() => site.reset());

test('a draft and what is for later are there for editors only, and at its moment for all (U6)', async () => {
  const [contact, stranger] = [await signedIn(site, 'contact'), await signedIn(site, 'stranger')];
  const event = { date: daysFromToday(30), location: 'Oslo', artist_id: OTHER };
  const soon = new Date(Date.now() + SOON_MS).toISOString();
  const added = dataOf(
    await contact
      .from('music_events')
      .insert([
        { ...event, venue: 'Now', published_at: new Date().toISOString() },
        { ...event, venue: 'Draft', published_at: null },
        { ...event, venue: 'Soon', published_at: soon },
      ])
      .select('id,venue'),
  );
  const venues = async (client = visitor(site)) =>
    dataOf(
      await client.from('music_events').select('venue').eq('location', 'Oslo').order('venue'),
    ).map(({ venue }) => venue);
  expect(await venues(contact)).toEqual(['Draft', 'Now', 'Soon']);
  const page = async () => (await fetch(`${site.url}/event/${added[2]?.id}`)).status;
  const answers = () => Promise.all([venues(), venues(stranger), page()]);
  // Asked so often, the answers are ready.
  for (let seen = await answers(); Date.now() < Date.parse(soon); seen = await answers())
    expect(seen).toEqual([['Now'], ['Now'], 404]);
  const both = ['Now', 'Soon'];
  await expect.poll(answers).toEqual([both, both, 200]);
  const now = { published_at: new Date().toISOString() };
  await contact.from('music_events').update(now).eq('venue', 'Draft');
  expect(await venues()).toEqual(['Draft', 'Now', 'Soon']);
});
