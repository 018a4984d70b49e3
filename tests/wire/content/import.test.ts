/** Tables in and out, as `rpc()` of the official client calls our functions. */

import { beforeEach, expect, test } from 'vitest';
import { dataOf, everybody, everything, expectRefused, liveSite, NOT_ALLOWED } from '../client';

const site = await liveSite();
const clients = await everybody(site);

beforeEach(() => site.reset());

const TOUR = [
  'Artist\tDate\tDoors\tStart\tVenue\tCity\tTickets\tSupport',
  'MARA VOSS\t12/01/2040\t7pm\t8:30 PM\tThe Roxy\tPortland, OR\twww.tickets.example/1\tNight Ferry + DJ Okapi',
  'Mara Vos\t12/24/2040\t\t\tThe Roxy\tPortland, OR\tsold out\t',
  'Night Ferry\t31.11.2040\t\t\tDepot 23\tGhent\t\t',
].join('\n');

test('a pasted table is previewed row by row, and saved as one (E9)', async () => {
  const before = await everything(site);
  const preview = dataOf(await clients.contact.rpc('preview_import', { table_text: TOUR }));
  expect(preview).toMatchObject({
    kind: 'events',
    needs_date_order: false,
    rows: [
      { line: 2, state: 'ready', problems: [] },
      { line: 3, state: 'needs_artist', artists: [{ id: 'mara-voss', name: 'Mara Voss' }] },
      {
        line: 4,
        state: 'problem',
        problems: [
          { column: 'date', value: '31.11.2040', reason: expect.stringContaining('30 days') },
        ],
      },
    ],
  });
  expectRefused(await clients.contact.rpc('run_import', { table_text: TOUR }), {
    code: '22023',
    status: 400,
  });
  expect(await everything(site)).toEqual(before);

  const decided = { table_text: TOUR, artists: { 'Mara Vos': 'mara-voss' }, leave_out: [4] };
  const run = dataOf(await clients.contact.rpc('run_import', decided));
  expect(run).toMatchObject({ kind: 'events', added: 2 });
  const added = await clients.visitor
    .from('music_events')
    .select(
      'date,start_time,door_time,ticket_url,ticket_status,lineup:music_lineup(name,artist_id)',
    )
    .in('id', run.ids)
    .order('date');
  expect(dataOf(added)).toEqual([
    {
      date: '2040-12-01',
      start_time: '20:30',
      door_time: '19:00',
      ticket_url: 'https://www.tickets.example/1',
      ticket_status: null,
      lineup: [
        { name: 'Night Ferry', artist_id: 'night-ferry' },
        { name: 'DJ Okapi', artist_id: null },
      ],
    },
    {
      date: '2040-12-24',
      start_time: null,
      door_time: null,
      ticket_url: null,
      ticket_status: 'sold_out',
      lineup: [],
    },
  ]);
});

test('what was exported can be imported again, and everything is there as JSON (E9)', async () => {
  const exported = async (name: string) =>
    dataOf(await clients.admin.rpc('export_table', { name })) as string;
  const [artists, events] = [await exported('artists'), await exported('events')];
  await clients.admin.from('music_artists').delete().neq('id', '');
  for (const table of [artists, events]) {
    dataOf(await clients.admin.rpc('run_import', { table_text: table }));
  }
  expect(await exported('artists')).toBe(artists);
  expect(await exported('events')).toBe(events);
  expect(JSON.parse(await exported('site'))).toMatchObject({
    artists: expect.arrayContaining([expect.objectContaining({ id: 'mara-voss', links: [] })]),
    events: expect.arrayContaining([expect.objectContaining({ artist: 'Mara Voss' })]),
  });
  expect(await exported('bandsintown')).toContain('Artist Name,Venue*,Country*');
});

test('only who may add may import, and only with POST (E9)', async () => {
  for (const who of ['visitor', 'stranger', 'owner'] as const) {
    const call = await clients[who].rpc('preview_import', { table_text: TOUR });
    expectRefused(call, NOT_ALLOWED(who));
  }
  const got = await clients.admin.rpc('export_table', { name: 'site' }, { get: true });
  expectRefused(got, { code: 'PGRST101', status: 405 });
  expectRefused(await clients.admin.rpc('nothing'), { code: 'PGRST202', status: 404 });
});
