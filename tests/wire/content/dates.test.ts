/** Events as they really are, written and read with the official client. */

import { beforeEach, expect, test } from 'vitest';
import { dataOf, liveSite, signedIn, visitor } from '../client';

const site = await liveSite({ env: { MARQUEE_TIMEZONE: 'Asia/Tokyo' } });

const EVENT = {
  date: '2040-06-01',
  venue: 'Kesselhaus Nord',
  location: 'Leipzig',
  artist_id: 'mara-voss',
  start_time: '20:30',
  door_time: '19:00',
  timezone: 'Europe/Berlin',
  ticket_url: 'https://tickets.example/1',
  price: '18 €',
  ticket_status: 'few_left',
  note: 'Standing only',
};

beforeEach(() => site.reset());

test('a contact adds an event with its bill, and everybody reads both at once (E2)', async () => {
  const contact = await signedIn(site, 'contact');
  const event = dataOf(await contact.from('music_events').insert(EVENT).select('*').single());
  expect(event).toMatchObject({ ...EVENT, status: 'scheduled', previous_date: null });
  const bill: Record<string, unknown>[] = [
    { event_id: event.id, position: 0, artist_id: 'night-ferry' },
    { event_id: event.id, position: 1, name: 'Paper Dogs' },
  ];
  for (const entry of bill)
    expect((await contact.from('music_lineup').insert(entry)).error).toBeNull();
  const select = 'id,lineup:music_lineup(name,artist:music_artists(id,name))';
  const read = visitor(site).from('music_events').select(select).eq('id', event.id).single();
  expect(dataOf(await read)).toEqual({
    id: event.id,
    lineup: [
      { name: 'Night Ferry', artist: { id: 'night-ferry', name: 'Night Ferry' } },
      { name: 'Paper Dogs', artist: null },
    ],
  });
});

test('a moved event keeps its former date, and a stale save is refused (E2)', async () => {
  const contact = await signedIn(site, 'contact');
  const event = dataOf(await contact.from('music_events').insert(EVENT).select('*').single());
  const moved = await contact
    .from('music_events')
    .update({ ...event, date: '2040-06-08', status: 'moved' })
    .eq('id', event.id)
    .select('*')
    .single();
  expect(dataOf(moved)).toMatchObject({ date: '2040-06-08', previous_date: '2040-06-01' });
  const stale = await contact
    .from('music_events')
    .update({ ...event, note: 'Mine' })
    .eq('id', event.id);
  expect(stale).toMatchObject({ status: 409, error: { code: 'PT409' } });
});

test('an event is upcoming until five the next morning in its own zone (E5)', async () => {
  const contact = await signedIn(site, 'contact');
  const { timezone: _, ...inTokyo } = EVENT;
  const added = contact.from('music_events').insert([EVENT, { ...inTokyo, timezone: null }]);
  const rows = dataOf(await added.select('timezone,upcoming_until'));
  expect(rows).toEqual([
    { timezone: 'Europe/Berlin', upcoming_until: '2040-06-02T03:00:00+00:00' },
    { timezone: null, upcoming_until: '2040-06-01T20:00:00+00:00' },
  ]);
  const upcoming = visitor(site).from('music_events').select('date').gt('upcoming_until', 'now');
  const found = dataOf(await upcoming.order('date').order('start_time').order('id'));
  expect(found.map(({ date }) => date).filter((date) => date === EVENT.date)).toHaveLength(2);
});

test('a refused row is told with its column, its value and the rule (W2)', async () => {
  const contact = await signedIn(site, 'contact');
  const refused = await contact
    .from('music_events')
    .insert([EVENT, { ...EVENT, door_time: '21:00' }]);
  expect(refused.error).toMatchObject({
    code: '23514',
    details: 'Failing row 2 contains (door_time)=(21:00).',
    hint: 'Doors cannot open after the start, unless that is the next morning.',
  });
});
