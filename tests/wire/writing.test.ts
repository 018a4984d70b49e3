/** The forms of a write: what comes back, several rows at once, upserts, limits on how much may be affected. */

import { beforeEach, describe, expect, test } from 'vitest';
import { dataOf, everything, liveSite, signedIn } from './client';

const site = await liveSite();
const admin = await signedIn(site, 'admin');
const artists = () => admin.from('music_artists');
const events = () => admin.from('music_events');
const HALVE = { name: 'Halve', genre: 'Techno', image: 'https://pictures.example/h.webp' };
const EVENT = { date: '2040-01-01', venue: 'Depot 23', location: 'Ghent', artist_id: 'mara-voss' };

beforeEach(() => site.reset());

describe('what comes back', () => {
  test('insert: nothing unless asked for, then the rows', async () => {
    expect(await artists().insert(HALVE)).toMatchObject({ status: 201, data: null, count: null });
    expect(
      await artists()
        .insert({ ...HALVE, name: 'Two' })
        .select('id, name'),
    ).toMatchObject({
      status: 201,
      data: [{ id: 'two', name: 'Two' }],
    });
  });

  test('update and delete: nothing unless asked for, then the rows as they are, or were', async () => {
    expect(await events().update({ venue: 'A' }).eq('venue', 'Depot 23')).toMatchObject({
      status: 204,
      data: null,
    });
    expect(await events().update({ venue: 'B' }).eq('venue', 'A').select('venue')).toMatchObject({
      status: 200,
      data: [{ venue: 'B' }],
    });
    expect(await events().delete().eq('venue', 'B').select('venue')).toMatchObject({
      status: 200,
      data: [{ venue: 'B' }],
    });
  });

  test('no row found is no error', async () => {
    expect(await events().update({ venue: 'A' }).eq('venue', 'nowhere')).toMatchObject({
      status: 204,
      error: null,
    });
    expect(await events().update({ venue: 'A' }).eq('venue', 'nowhere').select()).toMatchObject({
      status: 200,
      data: [],
    });
    expect(await events().delete().eq('venue', 'nowhere')).toMatchObject({
      status: 204,
      error: null,
    });
  });

  test('counts', async () => {
    expect((await events().insert([EVENT, EVENT], { count: 'exact' })).count).toBe(2);
    expect(
      (await events().update({ venue: 'X' }, { count: 'exact' }).eq('venue', 'Depot 23')).count,
    ).toBe(3);
    expect((await events().delete({ count: 'exact' }).eq('venue', 'X')).count).toBe(3);
  });

  test('single on a write that reaches no row, or several, fails and changes nothing', async () => {
    const before = await everything(site);
    const none = await artists().update({ bio: 'x' }).eq('id', 'nobody').select().single();
    const several = await artists().update({ bio: 'x' }).neq('id', 'nobody').select().single();
    const inserted = await events().insert([EVENT, EVENT]).select().single();
    expect([none, several, inserted].map(({ status, error }) => [status, error?.code])).toEqual(
      Array(3).fill([406, 'PGRST116']),
    );
    expect(await everything(site)).toEqual(before);
  });
});

describe('several rows', () => {
  test('are added together, in their order', async () => {
    const added = await artists()
      .insert([HALVE, { ...HALVE, name: 'Two', followers: '5', bio: 'b' }])
      .select('id, followers, bio');
    // A key that only one of them has is null in the other; followers may not be.
    expect(added).toMatchObject({ status: 400, error: { code: '23502' } });
    const defaults = await artists()
      .insert([HALVE, { ...HALVE, name: 'Two', followers: '5', bio: 'b' }], {
        defaultToNull: false,
      })
      .select('id, followers, bio');
    expect(dataOf(defaults)).toEqual([
      { id: 'halve', followers: '0', bio: null },
      { id: 'two', followers: '5', bio: 'b' },
    ]);
  });

  test('one bad row keeps all of them out', async () => {
    const before = await everything(site);
    const answer = await events().insert([EVENT, { ...EVENT, artist_id: 'nobody' }]);
    expect(answer).toMatchObject({ status: 409, error: { code: '23503' } });
    expect(await everything(site)).toEqual(before);
  });

  test('none', async () => {
    expect(await events().insert([])).toMatchObject({ status: 201, error: null });
  });
});

describe('upsert', () => {
  test('adds what is new and merges what is there', async () => {
    const answer = await artists()
      .upsert([
        { ...HALVE, id: 'night-ferry' },
        { ...HALVE, id: 'halve' },
      ])
      .select('id, name, followers');
    expect(dataOf(answer)).toEqual([
      { id: 'night-ferry', name: 'Halve', followers: '864K' },
      { id: 'halve', name: 'Halve', followers: '0' },
    ]);
  });

  test('ignores duplicates when told to', async () => {
    const options = { ignoreDuplicates: true };
    const answer = await artists()
      .upsert({ ...HALVE, id: 'night-ferry' }, options)
      .select('id');
    expect(dataOf(answer)).toEqual([]);
    expect(dataOf(await artists().select('name').eq('id', 'night-ferry').single()).name).toBe(
      'Night Ferry',
    );
  });

  test('on another unique column', async () => {
    const contact = { user_id: site.cast.contact.id };
    expect((await admin.from('music_contacts').insert(contact)).error?.code).toBe('23505');
    const answer = await admin
      .from('music_contacts')
      .upsert(contact, { onConflict: 'user_id' })
      .select('user_id');
    expect(dataOf(answer)).toEqual([contact]);
  });

  test('a plain insert of an id that is taken is a conflict', async () => {
    const answer = await artists().insert({ ...HALVE, id: 'night-ferry' });
    expect(answer).toMatchObject({ status: 409, error: { code: '23505' } });
  });
});

describe('how much may be affected', () => {
  test('maxAffected lets pass what is within', async () => {
    const answer = await events().delete().eq('artist_id', 'mara-voss').maxAffected(2);
    expect(answer).toMatchObject({ status: 204, error: null });
  });

  test.each(['update', 'delete'] as const)(
    'maxAffected stops an %s beyond it, and nothing changes',
    async (call) => {
      const before = await everything(site);
      const write = call === 'delete' ? events().delete() : events().update({ venue: 'X' });
      const answer = await write.eq('artist_id', 'mara-voss').maxAffected(1);
      expect(answer).toMatchObject({
        status: 400,
        error: { code: 'PGRST124', details: 'The query affects 2 rows' },
      });
      expect(await everything(site)).toEqual(before);
    },
  );

  test.each(['update', 'delete'] as const)('an %s without a filter is refused', async (call) => {
    const before = await everything(site);
    const answer = await (call === 'delete' ? events().delete() : events().update({ venue: 'X' }));
    expect(answer).toMatchObject({ status: 400, error: { code: '21000' } });
    expect(await everything(site)).toEqual(before);
  });
});

describe('what the database refuses', () => {
  test.each([
    ['no name', { name: null }, '23502'],
    ['an empty name', { name: '' }, '23514'],
    ['a blank genre', { genre: ' ' }, '23514'],
    ['a name of 201 letters', { name: 'n'.repeat(201) }, '23514'],
    ['a picture that is no address', { image: 'picture.png' }, '23514'],
    ['a picture of another scheme', { image: 'javascript:alert(1)' }, '23514'],
    ['a website of another scheme', { website: 'javascript:alert(1)' }, '23514'],
    ['a handle with a slash', { social_instagram: 'a/b' }, '23514'],
    ['a handle with a space', { social_twitter: 'a b' }, '23514'],
    ['a biography of 20,001 letters', { bio: 'b'.repeat(20_001) }, '23514'],
    ['a featured flag that is none', { is_featured: 'perhaps' }, '22P02'],
    ['an owner who does not exist', { user_id: '6f7f8c1e-0000-4000-8000-000000000000' }, '23503'],
    ['an unknown column', { nope: 1 }, 'PGRST204'],
  ])('%s', async (_what, values, code) => {
    const before = await everything(site);
    const inserted = await artists().insert({ ...HALVE, ...values });
    const updated = await artists().update(values).eq('id', 'night-ferry');
    expect([inserted.error?.code, updated.error?.code]).toEqual([code, code]);
    expect(await everything(site)).toEqual(before);
  });

  test.each([
    ['markup', '<img src=x onerror=alert(1)>'],
    ['SQL', "'; DROP TABLE music_artists; --"],
    ['every sort of letter', 'Ωmega 漢字 🎷 e\u0301 \u202E'],
    ['lines', 'one\ntwo\r\nthree\ttab'],
  ])('text is kept as it was typed: %s', async (_what, bio) => {
    dataOf(await artists().update({ bio }).eq('id', 'night-ferry').select());
    expect(dataOf(await artists().select('bio').eq('id', 'night-ferry').single()).bio).toBe(bio);
  });
});
