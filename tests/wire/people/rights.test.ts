/** Who may do what, asked of the server itself: whatever the pages show, these are the rules that hold. */

import { beforeEach, describe, expect, test } from 'vitest';
import { EVERYBODY, OTHER, OWNED, SIGNED_IN, type Who } from '../../live/cast';
import {
  type Client,
  dataOf,
  everybody,
  everything,
  expectRefused,
  liveSite,
  NOT_ALLOWED,
} from '../client';

const site = await liveSite();
const clients = await everybody(site);

const ARTIST = {
  name: 'Halve',
  genre: 'Techno',
  image: 'https://pictures.example/halve.webp',
  followers: '0',
};
const EVENT = { date: '2040-01-01', venue: 'Depot 23', location: 'Ghent', artist_id: OTHER };
const artists = (client: Client) => client.from('music_artists');
const events = (client: Client) => client.from('music_events');
const contacts = (client: Client) => client.from('music_contacts');

/** Each operation, as the client makes it, and who of the cast may do it. */
const WRITES: readonly [string, readonly Who[], (client: Client) => PromiseLike<Answer>][] = [
  ['add an artist', ['admin'], (c) => artists(c).insert(ARTIST)],
  [
    'add an artist of one’s own',
    ['admin'],
    (c) => artists(c).insert({ ...ARTIST, user_id: site.cast.stranger.id }),
  ],
  ['delete an artist', ['admin'], (c) => artists(c).delete().eq('id', OTHER)],
  ['delete the owned artist', ['admin'], (c) => artists(c).delete().eq('id', OWNED)],
  ['delete every artist', ['admin'], (c) => artists(c).delete().neq('id', '')],
  [
    'clear the featured flags of the others',
    ['admin'],
    (c) => artists(c).update({ is_featured: false }).neq('id', OTHER),
  ],
  [
    'set a featured artist',
    ['admin'],
    (c) => artists(c).update({ is_featured: true }).eq('id', OTHER),
  ],
  ['edit a profile', ['admin'], (c) => artists(c).update({ bio: 'New.' }).eq('id', OTHER)],
  [
    'edit the owned profile',
    ['admin', 'owner'],
    (c) => artists(c).update({ bio: 'New.' }).eq('id', OWNED),
  ],
  [
    'rename the owned artist',
    ['admin', 'owner'],
    (c) => artists(c).update({ name: 'M. Voss' }).eq('id', OWNED),
  ],
  [
    'edit website and handles of the owned artist',
    ['admin', 'owner'],
    (c) =>
      artists(c)
        .update({ website: null, social_instagram: 'm', social_twitter: 't' })
        .eq('id', OWNED),
  ],
  [
    'edit several profiles',
    ['admin'],
    (c) => artists(c).update({ bio: 'New.' }).in('id', [OWNED, OTHER]),
  ],
  [
    'change the genre of the owned artist',
    ['admin', 'owner'],
    (c) => artists(c).update({ genre: 'Noise' }).eq('id', OWNED),
  ],
  [
    'change the picture of the owned artist',
    ['admin'],
    (c) => artists(c).update({ image: 'https://other.example/p.png' }).eq('id', OWNED),
  ],
  [
    'change the followers of the owned artist',
    ['admin'],
    (c) => artists(c).update({ followers: '9B' }).eq('id', OWNED),
  ],
  [
    'change the song of the owned artist',
    ['admin', 'owner'],
    (c) => artists(c).update({ latest_song: 'X' }).eq('id', OWNED),
  ],
  [
    'unfeature the owned artist',
    ['admin'],
    (c) => artists(c).update({ is_featured: false }).eq('id', OWNED),
  ],
  [
    'give an artist away',
    ['admin'],
    (c) => artists(c).update({ user_id: site.cast.stranger.id }).eq('id', OWNED),
  ],
  [
    'take an artist',
    ['admin'],
    (c) => artists(c).update({ user_id: site.cast.owner.id }).eq('id', OTHER),
  ],
  ['replace an artist', ['admin'], (c) => artists(c).upsert({ id: OTHER, ...ARTIST })],
  ['add an event', ['admin', 'contact'], (c) => events(c).insert([EVENT])],
  [
    'add an event of the owned artist',
    ['admin', 'contact', 'owner'],
    (c) => events(c).insert({ ...EVENT, artist_id: OWNED }),
  ],
  [
    'change an event of the owned artist',
    ['admin', 'contact', 'owner'],
    (c) => events(c).update({ venue: 'Elsewhere' }).eq('venue', 'Silver Oar'),
  ],
  [
    'change an event',
    ['admin', 'contact'],
    (c) => events(c).update({ venue: 'Elsewhere' }).eq('artist_id', OTHER),
  ],
  [
    'delete an event of the owned artist',
    ['admin', 'contact', 'owner'],
    (c) => events(c).delete().eq('venue', 'Silver Oar'),
  ],
  ['delete an event', ['admin', 'contact'], (c) => events(c).delete().eq('artist_id', OTHER)],
  ['make a contact', ['admin'], (c) => contacts(c).insert({ user_id: site.cast.stranger.id })],
  ['remove a contact', ['admin'], (c) => contacts(c).delete().eq('user_id', site.cast.contact.id)],
];

type Answer = Readonly<{ data: unknown; error: { code: string } | null; status: number }>;

beforeEach(async () => {
  await site.reset();
  await site.rest('DELETE', 'music_contacts?id=not.is.null');
  await site.rest('POST', 'music_contacts', [{ user_id: site.cast.contact.id }]);
});

describe.each(WRITES)('%s', (_operation, allowed, run) => {
  test.each(EVERYBODY)('%s is allowed or refused by role (D8)', async (who) => {
    const before = await everything(site);
    const answer = await run(clients[who]);
    if (allowed.includes(who)) {
      expect(answer.error).toBeNull();
      expect(await everything(site)).not.toEqual(before);
    } else {
      expectRefused(answer, NOT_ALLOWED(who));
      expect(await everything(site)).toEqual(before);
    }
  });
});

test.each(EVERYBODY)('%s reads every artist and event (D8)', async (who) => {
  expect(dataOf(await artists(clients[who]).select('*'))).toHaveLength(3);
  expect(dataOf(await events(clients[who]).select('*'))).toHaveLength(4);
});

test.each(SIGNED_IN)('%s reads contact rows: only their own, unless an admin (D8)', async (who) => {
  const found = dataOf(await contacts(clients[who]).select('user_id'));
  expect(found).toHaveLength(who === 'admin' || who === 'contact' ? 1 : 0);
});

test.each(EVERYBODY)('%s reaches only the three tables (D8)', async (who) => {
  for (const table of ['users', 'sessions', 'alembic_version', 'sqlite_master']) {
    const { error, status } = await clients[who].from(table).select('*');
    expect([error?.code, status]).toEqual(['PGRST205', 404]);
  }
});

test('no account can make itself an admin (D8)', async () => {
  const stranger = clients.stranger;
  const { data } = await stranger.auth.updateUser({
    data: { role: 'service_role', is_admin: true },
    ...({ role: 'service_role' } as object),
  });
  expect(data.user?.role).toBe('authenticated');
  await stranger.auth.refreshSession();
  expect((await stranger.auth.getUser()).data.user?.role).toBe('authenticated');
  expectRefused(await artists(stranger).insert(ARTIST), NOT_ALLOWED('stranger'));
});

test('a removed contact row or a withdrawn role counts at once (D8)', async () => {
  await site.rest('DELETE', 'music_contacts?id=not.is.null');
  expectRefused(await events(clients.contact).insert([EVENT]), NOT_ALLOWED('contact'));
  await site.marquee(['user', 'role', site.cast.stranger.email, 'service_role']);
  await site.marquee(['user', 'role', site.cast.admin.email, 'authenticated']);
  try {
    expectRefused(await artists(clients.admin).insert(ARTIST), NOT_ALLOWED('admin'));
  } finally {
    await site.marquee(['user', 'role', site.cast.admin.email, 'service_role']);
    await site.marquee(['user', 'role', site.cast.stranger.email, 'authenticated']);
  }
  expect((await artists(clients.admin).insert(ARTIST)).error).toBeNull();
});
