/** The account of the one who is signed in: reading it, changing its password and metadata. */

import { expect, onTestFinished, test } from 'vitest';
import { PASSWORD } from '../../live/cast';
import { liveSite, signedIn, visitor } from '../client';

const site = await liveSite();
const NEW_PASSWORD = 'another long and lovely one';
const { email } = site.cast.stranger;

async function putBackThePassword(): Promise<void> {
  const client = visitor(site);
  await client.auth.signInWithPassword({ email, password: NEW_PASSWORD });
  await client.auth.updateUser({ password: PASSWORD, current_password: NEW_PASSWORD });
}

test('the current user carries the role (D1)', async () => {
  const roles = await Promise.all(
    (['admin', 'contact', 'owner', 'stranger'] as const).map(async (who) => {
      const { data } = await (await signedIn(site, who)).auth.getUser();
      return [data.user?.id, data.user?.email, data.user?.role];
    }),
  );
  const { admin, contact, owner, stranger } = site.cast;
  expect(roles).toEqual([
    [admin.id, admin.email, 'service_role'],
    [contact.id, contact.email, 'authenticated'],
    [owner.id, owner.email, 'authenticated'],
    [stranger.id, stranger.email, 'authenticated'],
  ]);
});

test('the user object contains nothing secret', async () => {
  const { data } = await (await signedIn(site, 'admin')).auth.getUser();
  expect(JSON.stringify(data.user)).not.toMatch(/hash|password|argon|token/i);
});

test('there is no user before signing in', async () => {
  const { data, error } = await visitor(site).auth.getUser();
  expect(data.user).toBeNull();
  expect(error?.name).toBe('AuthSessionMissingError');
});

test('a made-up token is refused', async () => {
  const { data, error } = await visitor(site).auth.getUser(
    'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2lnbmVk',
  );
  expect(data.user).toBeNull();
  expect(error).toMatchObject({ status: 403, code: 'bad_jwt' });
});

test('changing the password requires the old one and ends other sessions', async () => {
  const [client, elsewhere] = [await signedIn(site, 'stranger'), await signedIn(site, 'stranger')];
  onTestFinished(putBackThePassword);
  const { data, error } = await client.auth.updateUser({
    password: NEW_PASSWORD,
    current_password: PASSWORD,
  });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
  expect((await client.auth.getUser()).data.user?.email).toBe(email);
  expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  expect(
    (await visitor(site).auth.signInWithPassword({ email, password: PASSWORD })).error?.code,
  ).toBe('invalid_credentials');
  expect(
    (await visitor(site).auth.signInWithPassword({ email, password: NEW_PASSWORD })).error,
  ).toBeNull();
});

test.each([
  ['without the current one', { password: NEW_PASSWORD }, 400, 'current_password_required'],
  [
    'with a wrong current one',
    { password: NEW_PASSWORD, current_password: 'not it, not at all' },
    400,
    'current_password_invalid',
  ],
  ['that is the same', { password: PASSWORD, current_password: PASSWORD }, 422, 'same_password'],
  ['that is short', { password: 'short', current_password: PASSWORD }, 422, 'weak_password'],
])('a new password %s is refused', async (_what, change, status, code) => {
  const client = await signedIn(site, 'stranger');
  const { error } = await client.auth.updateUser(change);
  expect(error).toMatchObject({ status, code });
  expect(
    (await visitor(site).auth.signInWithPassword({ email, password: PASSWORD })).error,
  ).toBeNull();
});

test('a weak password says why', async () => {
  const client = await signedIn(site, 'stranger');
  const { error } = await client.auth.updateUser({ password: 'short', current_password: PASSWORD });
  expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
});

test('metadata is saved and USER_UPDATED is emitted', async () => {
  const client = await signedIn(site, 'stranger');
  const told: string[] = [];
  client.auth.onAuthStateChange((event) => told.push(event));
  const { data } = await client.auth.updateUser({ data: { pronouns: 'they' } });
  expect(data.user?.user_metadata).toEqual({ pronouns: 'they' });
  expect((await client.auth.getUser()).data.user?.user_metadata).toEqual({ pronouns: 'they' });
  await expect.poll(() => told).toContain('USER_UPDATED');
  await client.auth.updateUser({ data: { pronouns: null } });
  expect((await client.auth.getUser()).data.user?.user_metadata).toEqual({});
});

test('a new email signs in once both addresses have confirmed it', async () => {
  const client = await signedIn(site, 'contact');
  const [old, fresh] = [site.cast.contact.email, 'contact@venue.example'];
  const asked = await client.auth.updateUser({ email: fresh });
  expect(asked.data.user).toMatchObject({ email: old, new_email: fresh });
  const tokenFor = async (to: string) =>
    (await site.mailedLink(to)).searchParams.get('token_hash') as string;
  const confirm = async (to: string) =>
    visitor(site).auth.verifyOtp({ type: 'email_change', token_hash: await tokenFor(to) });
  expect(await confirm(old)).toEqual({ data: { user: null, session: null }, error: null });
  expect((await confirm(fresh)).data.user?.email).toBe(fresh);
  expect((await client.auth.getUser()).data.user?.email).toBe(fresh);
  const { error } = await visitor(site).auth.signInWithPassword({
    email: fresh,
    password: PASSWORD,
  });
  expect(error).toBeNull();
});
