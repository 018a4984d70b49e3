/** The calls on `music_events` as the pages make them. */

import { beforeEach, expect, test } from 'vitest';
import { daysFromToday } from '../../live/dates';
import { dataOf, liveSite, signedIn, visitor } from '../client';

const NEW = {
  date: daysFromToday(5),
  venue: 'Saal am Wehr',
  location: 'Basel',
  artist_id: 'abel-quintero',
};

const UNKNOWN = {
  start_time: null,
  door_time: null,
  timezone: null,
  ticket_url: null,
  price: null,
  ticket_status: null,
  status: 'scheduled',
  previous_date: null,
  note: null,
  upcoming_until: expect.any(String),
};

const site = await liveSite();

beforeEach(() => site.reset());

test('select the events on or after now, ascending (D1)', async () => {
  const now = new Date().toISOString();
  const events = dataOf(
    await visitor(site)
      .from('music_events')
      .select('*')
      .gte('date', now)
      .order('date', { ascending: true }),
  );
  expect(events.map(({ venue }) => venue)).toEqual([
    'Pier Fourteen Hall',
    'Teatro Lanterna',
    'Silver Oar',
  ]);
});

test('select the events on or after now of one artist, ascending (D1)', async () => {
  const now = new Date().toISOString();
  const events = dataOf(
    await visitor(site)
      .from('music_events')
      .select('*')
      .gte('date', now)
      .eq('artist_id', 'mara-voss')
      .order('date', { ascending: true }),
  );
  expect(events.map(({ venue }) => venue)).toEqual(['Teatro Lanterna', 'Silver Oar']);
});

test('select upcoming events with the name of their artist (D1)', async () => {
  const events = dataOf(
    await visitor(site)
      .from('music_events')
      .select('*, artist:music_artists(id, name)')
      .gte('date', new Date().toISOString())
      .order('date', { ascending: true }),
  );
  expect(events[0]).toMatchObject({
    venue: 'Pier Fourteen Hall',
    artist_id: 'night-ferry',
    artist: { id: 'night-ferry', name: 'Night Ferry' },
  });
});

test.each(['admin', 'contact'] as const)(
  '%s inserts an event as a one-element array (profile) (D1)',
  async (who) => {
    const client = await signedIn(site, who);
    const added = await client.from('music_events').insert([NEW]);
    expect(added).toMatchObject({ status: 201, data: null, error: null });
    expect(
      dataOf(await client.from('music_events').select('*').eq('artist_id', NEW.artist_id)),
    ).toEqual([
      {
        ...NEW,
        ...UNKNOWN,
        id: expect.any(String),
        created_at: expect.any(String),
        updated_at: expect.any(String),
        published_at: expect.any(String),
      },
    ]);
  },
);

test.each(['admin', 'contact'] as const)(
  '%s inserts an event as an object (panel) (D1)',
  async (who) => {
    const client = await signedIn(site, who);
    expect(await client.from('music_events').insert(NEW)).toMatchObject({
      status: 201,
      data: null,
      error: null,
    });
    expect(
      dataOf(await client.from('music_events').select('*').eq('artist_id', NEW.artist_id)),
    ).toMatchObject([NEW]);
  },
);

test.each(['admin', 'contact'] as const)('%s deletes an event by id (D1)', async (who) => {
  const client = await signedIn(site, who);
  const { id } = dataOf(
    await client.from('music_events').select('id').eq('venue', 'Silver Oar').single(),
  );
  expect(await client.from('music_events').delete().eq('id', id)).toMatchObject({
    status: 204,
    error: null,
  });
  const left = dataOf(await client.from('music_events').select('venue').order('date'));
  expect(left.map(({ venue }) => venue)).toEqual([
    'Depot 23',
    'Pier Fourteen Hall',
    'Teatro Lanterna',
  ]);
});

test('an event of a deleted artist is refused (D1)', async () => {
  const admin = await signedIn(site, 'admin');
  const answer = await admin.from('music_events').insert({ ...NEW, artist_id: 'nobody' });
  expect(answer.status).toBe(409);
  expect(answer.error).toMatchObject({ code: '23503' });
});

test.each([
  ['no date', { date: null }, 400, '23502'],
  ['an empty date', { date: '' }, 400, '22007'],
  ['a date that is none', { date: 'next Friday' }, 400, '22007'],
  ['a day that the month lacks', { date: '2027-02-30' }, 400, '22008'],
  ['an empty venue', { venue: '' }, 400, '23514'],
  ['a blank location', { location: '   ' }, 400, '23514'],
  ['a venue of 201 letters', { venue: 'v'.repeat(201) }, 400, '23514'],
])('an event with %s is refused', async (_what, values, status, code) => {
  const admin = await signedIn(site, 'admin');
  const answer = await admin.from('music_events').insert([{ ...NEW, ...values }]);
  expect(answer.status).toBe(status);
  expect(answer.error).toMatchObject({ code });
  expect(
    dataOf(await admin.from('music_events').select('id').eq('artist_id', NEW.artist_id)),
  ).toEqual([]);
});
