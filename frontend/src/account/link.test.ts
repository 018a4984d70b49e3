import { expect, test } from 'vitest';
import { readLink } from './link';

test.each(['recovery', 'invite', 'signup', 'email_change', 'magiclink'] as const)(
  'a link of type %s is read, in any order',
  (type) => {
    const link = { type, token: 'pkce_a-b_c', redirectTo: null };
    expect(readLink(`?token_hash=pkce_a-b_c&type=${type}`)).toEqual(link);
    expect(readLink(`?type=${type}&token_hash=pkce_a-b_c`)).toEqual(link);
  },
);

test('a link that an app has asked for says where it leads back to', () => {
  const redirectTo = 'io.example.app://login?a=b';
  const search = `?token_hash=abc&type=magiclink&redirect_to=${encodeURIComponent(redirectTo)}`;
  expect(readLink(search)).toEqual({ type: 'magiclink', token: 'abc', redirectTo });
});

test.each([
  '',
  '?',
  '?token_hash=abc',
  '?token_hash=abc&type=',
  '?token_hash=abc&type=sms',
  '?token_hash=abc&type=toString',
  '?token_hash=abc&type=__proto__',
  '?token=abc&type=signup',
  '?token_hash=&type=magiclink',
])('%j is no link', (search) => {
  expect(readLink(search)).toBeNull();
});

test('a link that was used still says that a password is to be set', () => {
  expect(readLink('?type=recovery')).toEqual({
    type: 'recovery',
    token: null,
    redirectTo: null,
  });
  expect(readLink('?type=email_change')).toBeNull();
});
