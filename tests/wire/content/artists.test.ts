/** The calls on `music_artists` as the pages make them. */

import { expect, test } from 'vitest';
import { dataOf, liveSite, signedIn, visitor } from '../client';

const NEW = {
  name: 'Ayo Marchetti',
  genre: 'Alt soul',
  image: 'https://pictures.example/ayo.webp',
  followers: '0',
  latest_song: null,
  bio: null,
  social_instagram: null,
  social_twitter: null,
  website: null,
};

const site = await liveSite();

test('select all artists: every column, the most popular first (D1)', async () => {
  const artists = dataOf(await visitor(site).from('music_artists').select('*'));
  expect(artists.map(({ id, followers }) => [id, followers])).toEqual([
    ['mara-voss', '1.2M'],
    ['night-ferry', '864K'],
    ['abel-quintero', '12,400'],
  ]);
  expect(Object.keys(artists[0]).sort()).toEqual(
    [
      ...[
        'bio',
        'created_at',
        'credit',
        'followers',
        'genre',
        'id',
        'image',
        'image_alt',
        'is_featured',
        'latest_song',
        'name',
        'published_at',
      ],
      ...['social_instagram', 'social_twitter', 'updated_at', 'user_id', 'website'],
    ].sort(),
  );
});

test('select one artist by id (D1)', async () => {
  const artist = dataOf(
    await visitor(site).from('music_artists').select('*').eq('id', 'mara-voss').single(),
  );
  expect(artist).toMatchObject({
    name: 'Mara Voss',
    is_featured: true,
    user_id: site.cast.owner.id,
  });
});

test('selecting an unknown artist fails (D1)', async () => {
  const answer = await visitor(site).from('music_artists').select('*').eq('id', 'nobody').single();
  expect(answer.status).toBe(406);
  expect(answer.error).toMatchObject({ code: 'PGRST116', details: 'The result contains 0 rows' });
});

test('insert an artist, then fetch again: the id is a slug of the name (D1)', async () => {
  const admin = await signedIn(site, 'admin');
  const added = await admin.from('music_artists').insert(NEW);
  expect(added).toMatchObject({ status: 201, data: null, error: null });
  const artist = dataOf(
    await admin.from('music_artists').select('*').eq('name', NEW.name).single(),
  );
  expect(artist).toMatchObject({ ...NEW, id: 'ayo-marchetti', is_featured: false, user_id: null });
});

test('insert a second artist of the same name: the slug gets a number (D1)', async () => {
  const admin = await signedIn(site, 'admin');
  const twin = { ...NEW, name: 'Marrow Street' };
  const ids = [1, 2].map(() => admin.from('music_artists').insert([twin]).select('id').single());
  expect((await Promise.all(ids)).map((answer) => dataOf(answer).id).sort()).toEqual([
    'marrow-street',
    'marrow-street-2',
  ]);
});

test('followers default to 0 when an insert leaves them out (D1)', async () => {
  const admin = await signedIn(site, 'admin');
  const { name, genre, image } = { ...NEW, name: 'Halve' };
  const added = await admin.from('music_artists').insert({ name, genre, image }).select().single();
  expect(dataOf(added).followers).toBe('0');
});

test('delete an artist by id: its events go with it (D1)', async () => {
  const admin = await signedIn(site, 'admin');
  const { id } = dataOf(
    await admin
      .from('music_artists')
      .insert({ ...NEW, name: 'Short Lived' })
      .select()
      .single(),
  );
  dataOf(
    await admin
      .from('music_events')
      .insert({ date: '2030-01-01', venue: 'Hall', location: 'Bonn', artist_id: id })
      .select(),
  );
  expect(await admin.from('music_artists').delete().eq('id', id)).toMatchObject({
    status: 204,
    error: null,
  });
  expect(dataOf(await admin.from('music_artists').select('*').eq('id', id))).toEqual([]);
  expect(dataOf(await admin.from('music_events').select('*').eq('artist_id', id))).toEqual([]);
});

test('update an artist by id with the whole edited record (D1)', async () => {
  const admin = await signedIn(site, 'admin');
  const artist = dataOf(
    await admin.from('music_artists').select('*').eq('id', 'abel-quintero').single(),
  );
  const edited = {
    ...artist,
    name: 'Abel Quintero Trio',
    followers: '13K',
    website: 'https://trio.example',
  };
  expect(await admin.from('music_artists').update(edited).eq('id', artist.id)).toMatchObject({
    status: 204,
    error: null,
  });
  const saved = dataOf(await admin.from('music_artists').select('*').eq('id', artist.id).single());
  expect(saved).toEqual({ ...edited, updated_at: expect.any(String) });
  expect(saved.updated_at > artist.updated_at).toBe(true);
});

test('an owner updates their artist with the whole record (D1)', async () => {
  const owner = await signedIn(site, 'owner');
  const artist = dataOf(
    await owner.from('music_artists').select('*').eq('id', 'mara-voss').single(),
  );
  const edited = {
    ...artist,
    bio: 'Sings.',
    social_instagram: 'mara',
    social_twitter: null,
    website: null,
  };
  const saved = dataOf(
    await owner.from('music_artists').update(edited).eq('id', artist.id).select().single(),
  );
  expect(saved).toEqual({ ...edited, updated_at: expect.any(String) });
});

test('a save based on an outdated record is refused and changes nothing', async () => {
  const admin = await signedIn(site, 'admin');
  const read = () => admin.from('music_artists').select('*').eq('id', 'night-ferry').single();
  const first = dataOf(await read());
  dataOf(
    await admin
      .from('music_artists')
      .update({ ...first, bio: 'Four people.' })
      .eq('id', first.id)
      .select(),
  );
  const late = await admin
    .from('music_artists')
    .update({ ...first, genre: 'Noise' })
    .eq('id', first.id);
  expect(late.status).toBe(409);
  expect(late.error).toMatchObject({ code: 'PT409', message: expect.stringContaining('changed') });
  expect(dataOf(await read())).toMatchObject({ bio: 'Four people.', genre: 'Dream pop' });
});

test('the id of an artist never changes', async () => {
  const admin = await signedIn(site, 'admin');
  const answer = await admin
    .from('music_artists')
    .update({ id: 'another' })
    .eq('id', 'night-ferry');
  expect(answer.error).toMatchObject({ code: '42501' });
  expect(
    dataOf(await admin.from('music_artists').select('id').eq('id', 'night-ferry')),
  ).toHaveLength(1);
});
