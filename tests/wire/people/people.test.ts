/** People and their rights, as an admin sees and changes them with the official client. */

import { expect, test } from 'vitest';
import { OWNED } from '../../live/cast';
import { dataOf, expectRefused, liveSite, NOT_ALLOWED, signedIn } from '../client';

const site = await liveSite();

test('an admin sees everybody, and nobody else sees anybody (U1)', async () => {
  const admin = await signedIn(site, 'admin');
  const everybody = admin.from('music_people').select('*', { count: 'exact' }).order('email');
  const { data, count } = await everybody;
  expect(count).toBe(4);
  expect(data?.map(({ email, role, is_contact, owns }) => [email, role, is_contact, owns])).toEqual(
    [
      ['admin@stage.test', 'service_role', false, []],
      ['contact@stage.test', 'authenticated', true, []],
      ['owner@stage.test', 'authenticated', false, [OWNED]],
      ['stranger@stage.test', 'authenticated', false, []],
    ],
  );
  expect(data?.[0]).toMatchObject({ sessions: 1, has_second_factor: false, banned_until: null });
  expect(Date.parse(data?.[0].last_sign_in_at)).toBeGreaterThan(Date.now() - 60_000);
  for (const who of ['visitor', 'contact', 'owner', 'stranger'] as const) {
    const people = (await signedIn(site, who)).from('music_people');
    expectRefused(await people.select('id'), NOT_ALLOWED(who));
    const itself = people.update({ role: 'service_role' }).eq('email', `${who}@stage.test`);
    expectRefused(await itself, NOT_ALLOWED(who));
    expectRefused(await people.delete().neq('email', `${who}@stage.test`), NOT_ALLOWED(who));
  }
});

test('an admin gives and takes rights, signs out, blocks and removes (U1)', async () => {
  const admin = await signedIn(site, 'admin');
  const stranger = await signedIn(site, 'stranger');
  const set = async (values: object) => {
    const changed = admin.from('music_people').update(values).eq('email', 'stranger@stage.test');
    return dataOf(await changed.select().single());
  };
  const seesPeople = async () => (await stranger.from('music_people').select('id')).error === null;

  expect(await set({ role: 'service_role' })).toMatchObject({ role: 'service_role' });
  expect(await seesPeople()).toBe(true);
  expect(await set({ role: 'authenticated', is_contact: true })).toMatchObject({
    is_contact: true,
  });
  expect(await seesPeople()).toBe(false);
  expect(await set({ sessions: 0 })).toMatchObject({ sessions: 0 });
  expect((await stranger.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  await set({ banned_until: '2099-01-01T00:00:00Z' });
  const { email, password } = site.cast.stranger;
  const signIn = () => stranger.auth.signInWithPassword({ email, password });
  expect((await signIn()).error).not.toBeNull();
  await set({ banned_until: null });
  expect((await signIn()).error).toBeNull();
  const gone = admin.from('music_people').delete().eq('email', email).select('email');
  expect(dataOf(await gone)).toEqual([{ email }]);
  expect((await signIn()).error?.code).toBe('invalid_credentials');
});

test('the last admin is neither demoted, blocked nor removed (U1)', async () => {
  const admin = await signedIn(site, 'admin');
  const own = () => admin.from('music_people');
  const only = { code: 'PT422', status: 422 };
  const email = 'admin@stage.test';
  expectRefused(await own().update({ role: 'authenticated' }).eq('email', email), only);
  expectRefused(await own().update({ banned_until: '2099-01-01' }).eq('email', email), only);
  expectRefused(await own().delete().in('email', [email, 'contact@stage.test']), only);
  expect(
    dataOf(await own().select('email').in('email', [email, 'contact@stage.test'])),
  ).toHaveLength(2);
});
