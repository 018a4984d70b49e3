import { expect, test } from 'vitest';
import { instantOf, localOf, momentOf } from './instants';

test.each([
  ['2026-11-24T18:00', 'Europe/Berlin', '2026-11-24T17:00:00.000Z'],
  ['2026-07-24T18:00', 'Europe/Berlin', '2026-07-24T16:00:00.000Z'],
  ['2026-11-24T18:00', 'America/Los_Angeles', '2026-11-25T02:00:00.000Z'],
  ['2027-03-28T03:30', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
  ['0026-11-24T18:00', 'Europe/Berlin', '0026-11-24T17:07:00.000Z'],
  ['0002-11-24T18:00', 'Etc/UTC', '0002-11-24T18:00:00.000Z'],
  ['', 'Europe/Berlin', null],
])('%s in %s is %s', (local, zone, instant) => {
  expect(instantOf(local, zone)).toBe(instant);
  if (instant) expect(localOf(new Date(instant), zone)).toBe(local);
});

test('a moment is told in the zone of the site', () => {
  expect(momentOf('2026-11-24T17:00:00+00:00', 'Europe/Berlin')).toBe('November 24, 18:00');
});
