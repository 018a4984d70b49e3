/** Signing in with a password. */

import { expect, test } from 'vitest';
import { PASSWORD, SIGNED_IN } from '../../live/cast';
import { liveSite, visitor } from '../client';

const site = await liveSite();
const email = site.cast.contact.email;

test.each(SIGNED_IN)('%s signs in with email and password (D1)', async (who) => {
  const client = visitor(site);
  const { data, error } = await client.auth.signInWithPassword(site.cast[who]);
  expect(error).toBeNull();
  expect(data.user).toMatchObject({
    id: site.cast[who].id,
    email: site.cast[who].email,
    role: who === 'admin' ? 'service_role' : 'authenticated',
  });
  expect(data.session).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    user: { id: site.cast[who].id },
  });
});

test('subscribers hear of auth state changes (D1)', async () => {
  const client = visitor(site);
  const told: [string, string | undefined][] = [];
  const { data } = client.auth.onAuthStateChange((event, session) =>
    told.push([event, session?.user.email]),
  );
  await expect.poll(() => told).toEqual([['INITIAL_SESSION', undefined]]);
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  await client.auth.signOut();
  expect(told.slice(1)).toEqual([
    ['SIGNED_IN', email],
    ['SIGNED_OUT', undefined],
  ]);
  data.subscription.unsubscribe();
});

test('there is a current session after signing in and none before (D1)', async () => {
  const client = visitor(site);
  expect((await client.auth.getSession()).data.session).toBeNull();
  await client.auth.signInWithPassword({ email, password: PASSWORD });
  expect((await client.auth.getSession()).data.session?.user.email).toBe(email);
});

test('emails ignore case', async () => {
  const { data } = await visitor(site).auth.signInWithPassword({
    email: email.toUpperCase(),
    password: PASSWORD,
  });
  expect(data.user?.email).toBe(email);
});

test.each([
  ['a wrong password', { email, password: 'not the password at all' }],
  ['an unknown address', { email: 'nobody@stage.test', password: PASSWORD }],
  ['the password with a space more', { email, password: `${PASSWORD} ` }],
  ['an empty password', { email, password: '' }],
])('%s is refused with the words for the red box', async (_what, credentials) => {
  const client = visitor(site);
  const { data, error } = await client.auth.signInWithPassword(credentials);
  expect(data).toMatchObject({ user: null, session: null });
  expect(error).toMatchObject({
    name: 'AuthApiError',
    message: 'Invalid login credentials',
    code: 'invalid_credentials',
    status: 400,
  });
  expect((await client.auth.getSession()).data.session).toBeNull();
});

test('nobody can sign up', async () => {
  const { error } = await visitor(site).auth.signUp({
    email: 'new@stage.test',
    password: PASSWORD,
  });
  expect(error).toMatchObject({ code: 'signup_disabled', status: 422 });
});

test.each([
  ['verifyOtp', () => visitor(site).auth.verifyOtp({ email, token: '123456', type: 'email' })],
  ['signInAnonymously', () => visitor(site).auth.signInAnonymously()],
] as const)('%s is refused with a code, and signs nobody in', async (_call, run) => {
  const { data, error } = await run();
  expect(error?.code).toEqual(expect.any(String));
  expect(data.session).toBeNull();
});

test('a wrong API key opens nothing', async () => {
  const client = visitor({ ...site, url: site.url, key: 'sb_publishable_wrong' } as typeof site);
  const answer = await client.auth.signInWithPassword({ email, password: PASSWORD });
  expect(answer.error).toMatchObject({ status: 401, message: 'Invalid API key' });
  expect(await client.from('music_artists').select('*')).toMatchObject({ status: 401, data: null });
});
