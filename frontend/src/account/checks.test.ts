import { expect, test } from 'vitest';
import { checkCode, checkEmail, checkNewPassword, digitsOf } from './checks';

test.each(['mo@label.example', ' mo@label.example ', 'mo@localhost'])(
  '%j may be an address',
  (email) => {
    expect(checkEmail(email)).toBeUndefined();
  },
);

test.each(['', ' ', 'mo', 'mo@', '@label.example', 'mo at label@example org'])(
  '%j is no address, and is explained',
  (email) => {
    expect(checkEmail(email)).toMatch(/^Enter /);
  },
);

test.each([
  ['', 'Enter a new password.'],
  ['fourteen chars', 'Use at least 15 characters. This one has 14.'],
  ['fifteen letters', undefined],
  // One letter each, however many units of the alphabet's encoding it takes.
  ['e\u0301'.repeat(14), 'Use at least 15 characters. This one has 14.'],
  ['\u{1F3B8}'.repeat(14), 'Use at least 15 characters. This one has 14.'],
  ['\u{1F3B8}'.repeat(15), undefined],
])('a new password of %j', (password, expected) => {
  expect(checkNewPassword(password, 15)).toBe(expected);
});

test.each([
  ['418021', '418021'],
  ['418 021', '418021'],
  ['418-0219', '418021'],
  ['code 41', '41'],
])('of %j, the digits %j are kept', (typed, digits) => {
  expect(digitsOf(typed)).toBe(digits);
});

test('a code is complete with six digits, a recovery code when there is one', () => {
  expect(checkCode('418021', false)).toBeUndefined();
  expect(checkCode('41802', false)).toMatch(/six digits/);
  expect(checkCode('7q4mx-2kdhv', true)).toBeUndefined();
  expect(checkCode(' ', true)).toMatch(/ten codes/);
});
