/** Signing up, where the site has switched it on, and invitations. Off is in sign-in.test.ts. */

import { expect, test } from 'vitest';
import { emailOf } from '../../live/cast';
import { liveSite, visitor } from '../client';

const PASSWORD = 'a password nobody else has';

const site = await liveSite({ env: { MARQUEE_SIGNUP: 'on' } });

async function tokenFor(email: string): Promise<string> {
  return (await site.mailedLink(email)).searchParams.get('token_hash') as string;
}

test('an account works once its email is confirmed', async () => {
  const email = 'nova@stage.test';
  const client = visitor(site);
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { name: 'Nova' } },
  });
  expect(error).toBeNull();
  expect(data).toMatchObject({ session: null, user: { email, role: 'authenticated' } });

  const early = await client.auth.signInWithPassword({ email, password: PASSWORD });
  expect(early.error).toMatchObject({ status: 400, code: 'email_not_confirmed' });
  const token_hash = await tokenFor(email);
  const confirmed = await client.auth.verifyOtp({ type: 'email', token_hash });
  expect(confirmed.data.user?.user_metadata).toEqual({ name: 'Nova' });
  const { data: signedIn } = await visitor(site).auth.signInWithPassword({
    email,
    password: PASSWORD,
  });
  expect(signedIn.user?.id).toBe(data.user?.id);
});

/** What says who it is, and when. */
const OWN = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g;

test('a known email gets the same response as an unknown one', async () => {
  const [known, unknown] = await Promise.all(
    [emailOf('owner'), 'unknown@stage.test'].map(async (email) => {
      const { data, error } = await visitor(site).auth.signUp({ email, password: PASSWORD });
      expect(error).toBeNull();
      expect(data.user?.email).toBe(email);
      return JSON.stringify(data).replaceAll(email, 'own').replace(OWN, 'own');
    }),
  );
  expect(known).toBe(unknown);
});

test('a short password is refused with its reason', async () => {
  const { error } = await visitor(site).auth.signUp({
    email: 'short@stage.test',
    password: 'short',
  });
  expect(error).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] });
});

test('an invited person follows the link and chooses a password', async () => {
  const email = 'guest@stage.test';
  const admin = visitor({ url: site.url, key: site.secret });
  const { data, error } = await admin.auth.admin.inviteUserByEmail(email);
  expect(error).toBeNull();
  expect(data.user).toMatchObject({ email, invited_at: expect.any(String) });

  const client = visitor(site);
  await client.auth.verifyOtp({ type: 'invite', token_hash: await tokenFor(email) });
  expect((await client.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  const again = await visitor(site).auth.signInWithPassword({ email, password: PASSWORD });
  expect(again.data.user?.id).toBe(data.user?.id);
});

test('no session may invite, not even an admin’s', async () => {
  const client = visitor(site);
  await client.auth.signInWithPassword(site.cast.admin);
  const token = (await client.auth.getSession()).data.session?.access_token;
  const answer = await fetch(`${site.url}/auth/v1/invite`, {
    method: 'POST',
    headers: { apikey: site.key, Authorization: `Bearer ${token}` },
    body: JSON.stringify({ email: 'mallory@stage.test' }),
  });
  expect(answer.status).toBe(403);
});

test('a generated link signs in without a mail', async () => {
  const email = emailOf('stranger');
  const admin = visitor({ url: site.url, key: site.secret });
  const { data, error } = await admin.auth.admin.generateLink({ type: 'magiclink', email });
  expect(error).toBeNull();
  expect(data.user?.email).toBe(email);
  const token_hash = data.properties?.hashed_token as string;
  const { data: verified } = await visitor(site).auth.verifyOtp({ type: 'magiclink', token_hash });
  expect(verified.user?.email).toBe(email);
});

test('a magic link signs in, and an unknown email gets the same response', async () => {
  const email = emailOf('contact');
  const asked = await Promise.all(
    [email, 'nobody@stage.test'].map((one) =>
      visitor(site).auth.signInWithOtp({ email: one, options: { shouldCreateUser: false } }),
    ),
  );
  expect(asked[0]).toEqual(asked[1]);
  const token_hash = await tokenFor(email);
  const { data } = await visitor(site).auth.verifyOtp({ type: 'magiclink', token_hash });
  expect(data.user?.email).toBe(email);
});
