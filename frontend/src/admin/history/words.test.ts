import { expect, test } from 'vitest';
import { readerOf, valueInWords } from './words';

test.each([
  ['2031-11-24T17:00:00+00:00', /^November 24, 2031, 18:00/],
  [null, /^Draft$/],
  [undefined, /^–$/],
])(
  'an announcement at %s is told in the zone of the site, and a draft by its name (U5, U6)',
  (value, words) => {
    const reader = readerOf([], null, 'Europe/Berlin');
    expect(valueInWords('published_at', value, reader, new Map())).toMatch(words);
  },
);

test.each([
  ['jonas', false, 'Jonas Weil'],
  ['mira', false, 'You'],
  ['ida', false, 'Somebody else'],
  [null, false, 'A program'],
  [null, true, 'A former account'],
  [null, null, 'A program or a former account'],
])('what %s did, gone: %s, is told of %s (U5)', (user_id, account_gone, who) => {
  const people = [{ id: 'jonas', email: 'jonas@label.example', name: 'Jonas Weil' }];
  const reader = readerOf(people, 'mira', 'Europe/Berlin');
  expect(reader.whoDid({ at: '', user_id, account_gone })).toBe(who);
});
