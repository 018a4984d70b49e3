import type { Session } from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { claimsOf, needsCode } from './token';

const tokenWith = (claims: object) =>
  `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

const sessionAt = (aal: string, ...statuses: string[]) =>
  ({
    access_token: tokenWith({ aal }),
    user: statuses.length > 0 ? { factors: statuses.map((status) => ({ status })) } : {},
  }) as unknown as Session;

test.each([
  ['aal1', [], false],
  ['aal1', ['unverified'], false],
  ['aal1', ['unverified', 'verified'], true],
  ['aal2', ['verified'], false],
])('a session at %s with factors %j', (aal, statuses, expected) => {
  expect(needsCode(sessionAt(aal, ...statuses))).toBe(expected);
});

test('a token that cannot be read shows no second factor', () => {
  const session = { ...sessionAt('aal2', 'verified'), access_token: 'a.b' };
  expect(needsCode(session)).toBe(true);
});

test('claims are read in the alphabet of tokens', () => {
  expect(claimsOf(tokenWith({ session_id: '??>>~~' }))).toEqual({ session_id: '??>>~~' });
  expect(claimsOf('')).toEqual({});
});
