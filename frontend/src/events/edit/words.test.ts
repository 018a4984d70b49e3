import { expect, test } from 'vitest';
import { ago } from './words';

test.each([
  [0, 'just now'],
  [-90, 'just now'],
  [29, 'just now'],
  [31, 'a minute ago'],
  [120, 'two minutes ago'],
  [13 * 60, '13 minutes ago'],
  [3600, 'an hour ago'],
  [5 * 3600, 'five hours ago'],
  [26 * 3600, 'a day ago'],
  [40 * 86_400, '40 days ago'],
])('what was %d seconds ago was %s (E1)', (seconds, said) => {
  const now = new Date('2026-11-21T10:00:00Z');
  const then = new Date(now.getTime() - seconds * 1000).toISOString();
  expect(ago(then, now)).toBe(said);
});
