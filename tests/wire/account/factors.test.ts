/** Second factors: enrolled, asked for, needed, and removed. */

import { beforeEach, expect, test } from 'vitest';
import { PASSWORD } from '../../live/cast';
import { type Client, dataOf, liveSite, signedIn } from '../client';
import { codeOf } from './authenticator';

const site = await liveSite();
const NEW_PASSWORD = 'another long and lovely one';

beforeEach(async () => {
  await site.marquee(['user', 'reset-factors', site.cast.owner.email]);
});

async function level(client: Client): Promise<string | null> {
  return dataOf(await client.auth.mfa.getAuthenticatorAssuranceLevel()).currentLevel;
}

/** The owner with a verified factor, in a session in which it was shown. */
async function withFactor(): Promise<{ client: Client; id: string; secret: string }> {
  const client = await signedIn(site, 'owner', { storageKey: crypto.randomUUID() });
  const { id, totp } = dataOf(
    await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' }),
  );
  dataOf(await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) }));
  return { client, id, secret: totp.secret };
}

test('enrolling shows a QR code, the code is verified, and the session is at aal2', async () => {
  const client = await signedIn(site, 'owner');
  const told: string[] = [];
  client.auth.onAuthStateChange((event) => told.push(event));
  const { id, totp } = dataOf(
    await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' }),
  );
  expect(totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
  expect(totp.uri).toContain(`secret=${totp.secret}`);
  expect(dataOf(await client.auth.mfa.listFactors())).toMatchObject({
    all: [{ id, status: 'unverified', friendly_name: 'Phone' }],
    totp: [],
  });

  const challenge = dataOf(await client.auth.mfa.challenge({ factorId: id }));
  expect(challenge.expires_at * 1000).toBeGreaterThan(Date.now());
  const before = await client.auth.getSession();
  dataOf(
    await client.auth.mfa.verify({
      factorId: id,
      challengeId: challenge.id,
      code: codeOf(totp.secret),
    }),
  );
  expect(await level(client)).toBe('aal2');
  await expect.poll(() => told).toContain('MFA_CHALLENGE_VERIFIED');
  const after = await client.auth.getSession();
  expect(after.data.session?.refresh_token).not.toBe(before.data.session?.refresh_token);
  expect(dataOf(await client.auth.mfa.listFactors()).totp).toMatchObject([
    { id, status: 'verified' },
  ]);
  expect(dataOf(await client.auth.getClaims()).claims).toMatchObject({
    aal: 'aal2',
    amr: [{ method: 'totp' }, { method: 'password' }],
  });
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect(await level(client)).toBe('aal2');
});

test('the next sign-in is at aal1 and learns that aal2 is required', async () => {
  await withFactor();
  const client = await signedIn(site, 'owner');
  expect(dataOf(await client.auth.mfa.getAuthenticatorAssuranceLevel())).toMatchObject({
    currentLevel: 'aal1',
    nextLevel: 'aal2',
  });
});

test('without the second factor, neither password nor factors can be changed', async () => {
  const { id } = await withFactor();
  const client = await signedIn(site, 'owner', { storageKey: 'weak' });
  const change = { password: NEW_PASSWORD, current_password: PASSWORD };
  expect((await client.auth.updateUser(change)).error).toMatchObject({
    status: 401,
    code: 'insufficient_aal',
  });
  expect((await client.auth.mfa.unenroll({ factorId: id })).error).toMatchObject({
    status: 422,
    code: 'insufficient_aal',
  });
  expect((await client.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({
    status: 403,
    code: 'insufficient_aal',
  });
});

test('wrong and used codes are refused, and the session stays as it is', async () => {
  const { id, secret } = await withFactor();
  const client = await signedIn(site, 'owner', { storageKey: 'again' });
  for (const code of ['000 000', codeOf(secret, -1)]) {
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: id, code });
    expect(error).toMatchObject({ status: 422, code: 'mfa_verification_failed' });
  }
  expect(await level(client)).toBe('aal1');
  dataOf(await client.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(secret, 1) }));
});

test('the second factor can remove itself, which returns the session to aal1', async () => {
  const { client, id } = await withFactor();
  expect(dataOf(await client.auth.mfa.unenroll({ factorId: id }))).toEqual({ id });
  expect(dataOf(await client.auth.mfa.listFactors()).all).toEqual([]);
  expect((await client.auth.refreshSession()).error).toBeNull();
  expect(await level(client)).toBe('aal1');
});

test('someone else’s factor is not found', async () => {
  const { id } = await withFactor();
  const stranger = await signedIn(site, 'stranger', { storageKey: 'stranger' });
  for (const answer of [
    await stranger.auth.mfa.challenge({ factorId: id }),
    await stranger.auth.mfa.unenroll({ factorId: id }),
  ])
    expect(answer.error).toMatchObject({ status: 404, code: 'mfa_factor_not_found' });
});
