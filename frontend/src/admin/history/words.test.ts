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
    expect(valueInWords('published_at', value, reader)).toMatch(words);
  },
);
