/** `auth.admin`: accounts, for programs that hold the secret key. */

import { createClient } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import WebSocket from 'ws';
import { codeOf } from '../account/authenticator';
import { type Client, dataOf, liveSite, signedIn, visitor } from '../client';

const site = await liveSite();
const PASSWORD = 'another long and lovely one';
const admin = withSecret().auth.admin;

function withSecret(headers: Record<string, string> = {}): Client {
  return createClient(site.url, site.secret, {
    auth: { autoRefreshToken: false, persistSession: false },
    global: { headers },
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  });
}

/** An account of its own for a test. */
async function newcomer(attributes: object = {}): Promise<{ id: string; email: string }> {
  const email = `${crypto.randomUUID()}@stage.test`;
  const { user } = dataOf(
    await admin.createUser({ email, password: PASSWORD, email_confirm: true, ...attributes }),
  );
  return { id: user.id, email };
}

async function signIn(email: string, password = PASSWORD): Promise<Client> {
  const client = visitor(site, { storageKey: crypto.randomUUID() });
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

test('an admin creates, reads, changes and deletes an account', async () => {
  const { id, email } = await newcomer({ user_metadata: { name: 'Lee' }, role: 'service_role' });
  expect(dataOf(await admin.getUserById(id)).user).toMatchObject({
    email,
    role: 'service_role',
    user_metadata: { name: 'Lee' },
  });
  const changed = dataOf(await admin.updateUserById(id, { role: 'authenticated' })).user;
  expect(changed.role).toBe('authenticated');
  await signIn(email);
  expect((await admin.deleteUser(id)).error).toBeNull();
  expect((await admin.getUserById(id)).error).toMatchObject({
    status: 404,
    code: 'user_not_found',
  });
});

test('accounts are listed, with and without pages', async () => {
  const all = dataOf(await admin.listUsers());
  expect(all.users.map(({ email }) => email)).toContain(site.cast.owner.email);
  expect(all).toMatchObject({ aud: 'authenticated', total: all.users.length, lastPage: 1 });
  const first = dataOf(await admin.listUsers({ page: 1, perPage: 2 }));
  expect(first).toMatchObject({ nextPage: 2, total: all.users.length });
  expect(first.users.map(({ id }) => id)).toEqual(all.users.slice(0, 2).map(({ id }) => id));
});

test('the last admin is neither demoted, banned nor deleted by a program (U1)', async () => {
  const { id } = site.cast.admin;
  const only = { status: 422, code: 'last_admin' };
  const demoted = { role: 'authenticated', app_metadata: { role: 'authenticated' } };
  expect((await admin.updateUserById(id, demoted)).error).toMatchObject(only);
  expect((await admin.updateUserById(id, { ban_duration: '24h' })).error).toMatchObject(only);
  expect((await admin.deleteUser(id)).error).toMatchObject(only);
  const { user } = dataOf(await admin.getUserById(id));
  expect([user?.role, user?.app_metadata.role]).toEqual(['service_role', undefined]);
});

test('a ban takes effect at once and can be lifted', async () => {
  const { id, email } = await newcomer();
  const client = await signIn(email);
  dataOf(await admin.updateUserById(id, { ban_duration: '24h' }));
  expect((await client.auth.getUser()).error).toMatchObject({ code: 'user_banned' });
  await expect(signIn(email)).rejects.toMatchObject({ code: 'invalid_credentials' });
  dataOf(await admin.updateUserById(id, { ban_duration: 'none' }));
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  await signIn(email);
});

test('a password set by an admin ends all sessions', async () => {
  const { id, email } = await newcomer();
  const client = await signIn(email);
  dataOf(await admin.updateUserById(id, { password: `${PASSWORD}, and new` }));
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  await signIn(email, `${PASSWORD}, and new`);
});

test('an admin lists and removes factors, and signs an account out', async () => {
  const { id, email } = await newcomer();
  const client = await signIn(email);
  const made = dataOf(await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' }));
  const code = codeOf(made.totp.secret);
  dataOf(await client.auth.mfa.challengeAndVerify({ factorId: made.id, code }));
  expect(dataOf(await admin.mfa.listFactors({ userId: id })).factors).toMatchObject([
    { id: made.id, status: 'verified' },
  ]);
  dataOf(await admin.mfa.deleteFactor({ userId: id, id: made.id }));
  expect(dataOf(await client.auth.mfa.listFactors()).all).toEqual([]);

  const { data } = await client.auth.getSession();
  expect((await admin.signOut(data.session?.access_token ?? '', 'global')).error).toBeNull();
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
});

test('taken, weak and unknown values are refused with their codes', async () => {
  const { email } = site.cast.owner;
  expect((await admin.createUser({ email, password: PASSWORD })).error?.code).toBe('email_exists');
  const weak = await admin.createUser({ email: 'weak@stage.test', password: 'short' });
  expect(weak.error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
  expect((await admin.deleteUser(site.cast.owner.id, true)).error?.code).toBe('feature_disabled');
});

test.each(['visitor', 'stranger', 'admin'] as const)(
  'the session of %s does not get in',
  async (who) => {
    const { id } = site.cast.stranger;
    const { data } = await (await signedIn(site, who, { storageKey: who })).auth.getSession();
    const Authorization = `Bearer ${data.session?.access_token ?? site.key}`;
    const { auth } = createClient(site.url, site.key, {
      auth: { autoRefreshToken: false, persistSession: false, storageKey: `${who} as admin` },
      global: { headers: { Authorization } },
      realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
    });
    for (const answer of [
      await auth.admin.listUsers(),
      await auth.admin.getUserById(id),
      await auth.admin.createUser({ email: 'new@stage.test' }),
      await auth.admin.updateUserById(id, { role: 'service_role' }),
      await auth.admin.deleteUser(id),
      await auth.admin.mfa.listFactors({ userId: id }),
    ])
      expect(answer.error).toMatchObject({ status: 403, code: 'not_admin' });
    expect(dataOf(await admin.getUserById(id)).user.role).toBe('authenticated');
  },
);

test('the secret key does not work in a browser', async () => {
  const browser = withSecret({ 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' });
  expect((await browser.auth.admin.listUsers()).error).toMatchObject({
    status: 401,
    message: 'Forbidden use of secret API key in browser',
  });
  const { status, error } = await browser.from('music_artists').select();
  expect(status).toBe(401);
  expect(error?.message).toBe('Forbidden use of secret API key in browser');
});
