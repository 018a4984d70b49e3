/** What a select can ask for beyond columns, as the official client writes it: related rows, their number, casts. */

import { describe, expect, test } from 'vitest';
import { dataOf, liveSite, visitor } from './client';

const site = await liveSite();
await site.rest('DELETE', 'music_artists?id=not.is.null');
await site.rest(
  'POST',
  'music_artists',
  ['a', 'b', 'c'].map((id) => ({
    ...{
      id,
      name: `Artist ${id}`,
      genre: 'Jazz',
      followers: '12',
      image: 'https://pictures.example/p.webp',
    },
  })),
);
await site.rest('POST', 'music_events', [
  { date: '2040-01-01', venue: 'Hall A', location: 'Bonn', artist_id: 'a' },
  { date: '2040-01-02', venue: 'Hall B', location: 'Ghent', artist_id: 'b' },
  { date: '2040-01-03', venue: 'Hall C', location: 'Bonn', artist_id: 'a' },
]);

const client = visitor(site);
const artists = () => client.from('music_artists');
const events = () => client.from('music_events');

describe('the number of related rows', () => {
  test('of each artist', async () => {
    expect(dataOf(await artists().select('name, music_events(count)').order('id'))).toEqual([
      { name: 'Artist a', music_events: [{ count: 2 }] },
      { name: 'Artist b', music_events: [{ count: 1 }] },
      { name: 'Artist c', music_events: [{ count: 0 }] },
    ]);
  });

  test('under another name, and only of those that match', async () => {
    const found = await artists()
      .select('id, shows:music_events(count)')
      .eq('shows.location', 'Ghent')
      .order('id');
    expect(dataOf(found).map(({ shows }) => shows)).toEqual([
      [{ count: 0 }],
      [{ count: 1 }],
      [{ count: 0 }],
    ]);
  });
});

describe('casts', () => {
  test.each([
    ['followers::int', { followers: 12 }],
    ['followers::bigint', { followers: 12 }],
    ['fans:followers::int', { fans: 12 }],
    ['is_featured::text', { is_featured: 'false' }],
  ])('%s', async (columns, row) => {
    const { data } = await artists().select(columns).eq('id', 'a').single();
    expect(data).toEqual(row);
  });

  test.each([
    ['date::text', { date: '2040-01-01' }],
    ['date::timestamptz', { date: '2040-01-01T00:00:00+00:00' }],
  ])('%s', async (columns, row) => {
    const { data } = await events().select(columns).eq('venue', 'Hall A').single();
    expect(data).toEqual(row);
  });

  test('to a type that there is none of', async () => {
    expect(await artists().select('followers::money')).toMatchObject({
      status: 400,
      error: { code: '42704', message: 'type "money" does not exist' },
    });
  });
});

describe('embedding', () => {
  test('three levels deep', async () => {
    const found = await events()
      .select('venue, artist:music_artists(id, music_events(venue, music_artists(name)))')
      .eq('venue', 'Hall B')
      .single();
    expect(dataOf(found)).toEqual({
      venue: 'Hall B',
      artist: { id: 'b', music_events: [{ venue: 'Hall B', music_artists: { name: 'Artist b' } }] },
    });
  });

  test('four levels are refused', async () => {
    const levels = 'music_artists(music_events(music_artists(music_events(id))))';
    expect(await events().select(levels)).toMatchObject({
      status: 400,
      error: { code: 'PGRST100' },
    });
  });

  test.each(['music_artists!artist_id(name)', 'music_artists:artist_id(name)'])(
    'by the name of the foreign key: %s',
    async (embedding) => {
      const found = await events().select(embedding).eq('venue', 'Hall B').single();
      expect(dataOf(found)).toEqual({ music_artists: { name: 'Artist b' } });
    },
  );

  test('without columns, to ask whether there are any', async () => {
    const played = artists().select('id, music_events()').not('music_events', 'is', null);
    expect(dataOf(await played.order('id'))).toEqual([{ id: 'a' }, { id: 'b' }]);
    const silent = artists().select('id, music_events()').is('music_events', null);
    expect(dataOf(await silent)).toEqual([{ id: 'c' }]);
  });

  test('spread events are lists', async () => {
    const found = await artists().select('id, ...music_events(venue)').eq('id', 'a').single();
    expect(dataOf(found)).toEqual({ id: 'a', venue: ['Hall A', 'Hall C'] });
  });

  test('spread beside the columns of an event', async () => {
    const found = await events()
      .select('venue, ...music_artists(artist:name)')
      .eq('venue', 'Hall A')
      .single();
    expect(dataOf(found)).toEqual({ venue: 'Hall A', artist: 'Artist a' });
  });

  test('spread beside the columns of an artist, as lists', async () => {
    const found = await artists()
      .select('id, ...music_events(venue)')
      .order('venue', { referencedTable: 'music_events' })
      .order('id');
    expect(dataOf(found)).toEqual([
      { id: 'a', venue: ['Hall A', 'Hall C'] },
      { id: 'b', venue: ['Hall B'] },
      { id: 'c', venue: [] },
    ]);
  });

  test('with an alternative in a related table', async () => {
    const found = await artists()
      .select('id, music_events(venue)')
      .or('venue.eq.Hall C,location.eq.Ghent', { referencedTable: 'music_events' })
      .order('id');
    expect(dataOf(found).map(({ music_events }) => music_events)).toEqual([
      [{ venue: 'Hall C' }],
      [{ venue: 'Hall B' }],
      [],
    ]);
  });
});
