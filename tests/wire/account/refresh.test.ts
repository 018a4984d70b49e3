/** Refreshing a session: rotation, two tabs at once, and what a stolen old token leads to. */

import type { Session } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { type Client, liveSite, signedIn, visitor } from '../client';

const site = await liveSite();

async function sessionOf(client: Client): Promise<Session> {
  const { data } = await client.auth.getSession();
  if (!data.session) throw new Error('not signed in');
  return data.session;
}

async function isLive(client: Client): Promise<boolean> {
  return (await client.auth.getUser()).error === null;
}

test('refreshSession gives new tokens of the same session (D1)', async () => {
  const client = await signedIn(site, 'contact');
  const before = await sessionOf(client);
  const { data, error } = await client.auth.refreshSession();
  expect(error).toBeNull();
  expect(data.session?.refresh_token).not.toBe(before.refresh_token);
  expect(data.user?.id).toBe(site.cast.contact.id);
  expect(await isLive(client)).toBe(true);
});

test('refreshSession takes the tokens of another client', async () => {
  const { refresh_token } = await sessionOf(await signedIn(site, 'contact'));
  const client = visitor(site);
  expect((await client.auth.refreshSession({ refresh_token })).error).toBeNull();
  expect(await isLive(client)).toBe(true);
});

test('a refresh returns the current role', async () => {
  const client = await signedIn(site, 'stranger');
  await site.marquee(['user', 'role', site.cast.stranger.email, 'service_role']);
  try {
    expect((await client.auth.refreshSession()).data.user?.role).toBe('service_role');
    const { data } = await client.auth.getClaims();
    expect(data?.claims.role).toBe('service_role');
  } finally {
    await site.marquee(['user', 'role', site.cast.stranger.email, 'authenticated']);
  }
});

test('two clients that refresh the same token at once both stay signed in, also after the next refresh', async () => {
  const first = await signedIn(site, 'owner');
  const session = await sessionOf(first);
  const second = visitor(site);
  await second.auth.setSession(session);
  const answers = await Promise.all([
    first.auth.refreshSession(),
    second.auth.refreshSession(session),
  ]);
  expect(answers.map(({ error }) => error)).toEqual([null, null]);
  const tokens = answers.map(({ data }) => data.session?.refresh_token);
  expect(tokens[0]).toBe(tokens[1]);
  expect([await isLive(first), await isLive(second)]).toEqual([true, true]);
  expect((await first.auth.refreshSession()).error).toBeNull();
  expect((await second.auth.refreshSession()).error).toBeNull();
  expect([await isLive(first), await isLive(second)]).toEqual([true, true]);
});

test('after a lost response, the parent of the active token can be used again', async () => {
  const { refresh_token } = await sessionOf(await signedIn(site, 'owner'));
  const [once, again] = [visitor(site), visitor(site)];
  const first = await once.auth.refreshSession({ refresh_token });
  const second = await again.auth.refreshSession({ refresh_token });
  expect(second.error).toBeNull();
  expect(second.data.session?.refresh_token).toBe(first.data.session?.refresh_token);
});

test('reusing an old refresh token after a few seconds ends the session', async () => {
  const client = await signedIn(site, 'owner');
  const { refresh_token } = await sessionOf(client);
  const refresh = () => visitor(site).auth.refreshSession({ refresh_token });
  await client.auth.refreshSession();
  await client.auth.refreshSession();
  // Within those seconds it is taken for a second tab.
  expect((await refresh()).error).toBeNull();
  await expect
    .poll(async () => (await refresh()).error?.code ?? 'accepted', {
      interval: 500,
    })
    .toBe('refresh_token_already_used');
  expect(await isLive(client)).toBe(false);
  const { error } = await client.from('music_artists').update({ bio: 'x' }).eq('id', 'mara-voss');
  expect(error).not.toBeNull();
});

test.each([
  ['unknown', 'v2-nobody-has-ever-been-given-this-token', 'refresh_token_not_found'],
  ['too short', 'short', 'validation_failed'],
])('a refresh token that is %s is refused', async (_what, refresh_token, code) => {
  const { data, error } = await visitor(site).auth.refreshSession({ refresh_token });
  expect(error).toMatchObject({ status: 400, code });
  expect(data.session).toBeNull();
});

test('the client refuses to refresh without a session', async () => {
  expect((await visitor(site).auth.refreshSession()).error?.name).toBe('AuthSessionMissingError');
});

test.each([
  [
    'a made-up access token',
    { access_token: madeUp(4_102_444_800), refresh_token: 'no-such-refresh-token' },
  ],
  [
    'an expired access token and a made-up refresh token',
    { access_token: madeUp(1), refresh_token: 'no-such-token' },
  ],
])('setSession with %s signs nobody in', async (_what, tokens) => {
  const client = visitor(site);
  const { data, error } = await client.auth.setSession(tokens);
  expect(error).not.toBeNull();
  expect(data.session).toBeNull();
  expect((await client.auth.getSession()).data.session).toBeNull();
});

test('setSession with good tokens signs in', async () => {
  const session = await sessionOf(await signedIn(site, 'contact'));
  const client = visitor(site);
  expect((await client.auth.setSession(session)).data.user?.email).toBe(site.cast.contact.email);
  expect(await isLive(client)).toBe(true);
});

function madeUp(exp: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'ES256', typ: 'JWT' })}.${part({ sub: 'x', exp })}.${'A'.repeat(86)}`;
}
