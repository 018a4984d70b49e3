/** A forgotten password, replaced with a link from a mail: on this device, and on another one. */

import { afterEach, expect, test } from 'vitest';
import { emailOf, PASSWORD } from '../../live/cast';
import { type Client, liveSite, signedIn, visitor } from '../client';

const NEW_PASSWORD = 'another long and lovely one';

const site = await liveSite();

afterEach(() => site.emptyOutbox());

async function setPassword(client: Client): Promise<void> {
  expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
}

async function signsIn(email: string, password: string): Promise<boolean> {
  const { data } = await visitor(site).auth.signInWithPassword({ email, password });
  return data.session !== null;
}

test('the link leads to a page that verifies its token_hash, on any device', async () => {
  const email = emailOf('stranger');
  const elsewhere = await signedIn(site, 'stranger');
  const asked = await visitor(site).auth.resetPasswordForEmail(email, { redirectTo: site.url });
  expect(asked).toEqual({ data: {}, error: null });

  const link = await site.mailedLink(email);
  expect(`${link.origin}${link.pathname}`).toBe(`${site.url}/auth/confirm`);
  const client = visitor(site);
  const told: string[] = [];
  client.auth.onAuthStateChange((event) => told.push(event));
  const token_hash = link.searchParams.get('token_hash') as string;
  const { data } = await client.auth.verifyOtp({ token_hash, type: 'recovery' });
  expect(data.user?.email).toBe(email);
  await expect.poll(() => told).toContain('PASSWORD_RECOVERY');

  await setPassword(client);
  expect(await signsIn(email, NEW_PASSWORD)).toBe(true);
  expect(await signsIn(email, PASSWORD)).toBe(false);
  expect((await elsewhere.auth.getUser()).data.user).toBeNull();

  const again = await visitor(site).auth.verifyOtp({ token_hash, type: 'recovery' });
  expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' });
});

test('in a PKCE flow, only the client that asked can exchange the link’s code', async () => {
  const email = emailOf('owner');
  const client = visitor(site, { flowType: 'pkce' });
  const redirectTo = `${site.url}/artist/mara-voss`;
  await client.auth.resetPasswordForEmail(email, { redirectTo });
  const token = (await site.mailedLink(email)).searchParams.get('token_hash') as string;
  expect(token).toMatch(/^pkce_/);

  const query = new URLSearchParams({ token, type: 'recovery', redirect_to: redirectTo });
  const followed = await fetch(`${site.url}/auth/v1/verify?${query}`, { redirect: 'manual' });
  expect(followed.status).toBe(303);
  const target = new URL(followed.headers.get('location') as string);
  expect(`${target.origin}${target.pathname}`).toBe(redirectTo);
  const code = target.searchParams.get('code') as string;

  const thief = visitor(site, { flowType: 'pkce' });
  await thief.auth.resetPasswordForEmail('thief@stage.test');
  expect((await thief.auth.exchangeCodeForSession(code)).error).toMatchObject({
    status: 400,
    code: 'bad_code_verifier',
  });

  const { data } = await client.auth.exchangeCodeForSession(code);
  expect(data.user?.email).toBe(email);
  await setPassword(client);
  expect(await signsIn(email, NEW_PASSWORD)).toBe(true);
});

test('known and unknown emails get the same responses, the first and the second time', async () => {
  const ask = (email: string) => visitor(site).auth.resetPasswordForEmail(email);
  const known = [await ask(emailOf('contact')), await ask(emailOf('contact'))];
  const unknown = [await ask('nobody@stage.test'), await ask('nobody@stage.test')];
  expect(known[0]).toEqual({ data: {}, error: null });
  expect(known[1]?.error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  expect(known.map(({ error }) => [error?.status, error?.code])).toEqual(
    unknown.map(({ error }) => [error?.status, error?.code]),
  );
  await site.mailedLink(emailOf('contact'));
  expect(await site.mails()).toHaveLength(1);
});
