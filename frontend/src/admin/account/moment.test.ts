import { expect, test } from 'vitest';
import { dayOf, ownMoment } from './moment';

const NOW = new Date(2026, 10, 22, 14, 2);

test.each([
  [new Date(2026, 10, 22, 0, 5), 'today, 00:05'],
  [new Date(2026, 10, 21, 22, 14), 'yesterday, 22:14'],
  [new Date(2026, 9, 30, 9, 0), 'October 30, 09:00'],
  [new Date(2025, 11, 31, 9, 0), 'December 31, 2025, 09:00'],
])('%s is %s', (instant, words) => {
  expect(ownMoment(instant.toISOString(), NOW)).toBe(words);
  expect(words.startsWith(dayOf(instant.toISOString(), NOW))).toBe(true);
});
