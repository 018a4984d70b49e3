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
  ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
  ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
])('%s in %s is %s', (local, zone, instant) => {
  expect(instantOf(local, zone)).toBe(instant);
  if (instant) expect(localOf(new Date(instant), zone)).toBe(local);
});

test.each([
  ['2027-03-14T02:30', 'America/Los_Angeles', '2027-03-14T10:30:00.000Z'],
  ['2027-03-28T02:30', 'Europe/Berlin', '2027-03-28T01:30:00.000Z'],
])('%s in %s, which the clocks leave out, is %s', (local, zone, instant) =>
  expect(instantOf(local, zone)).toBe(instant),
);

test.each([
  ['2026-11-24T17:00Z', 'Europe/Berlin', 'November 24, 18:00'],
  ['2026-11-24T17:00Z', 'Europe/Paris', 'November 24, 18:00'],
  ['2026-11-24T17:00Z', 'America/New_York', 'November 24, 18:00 Berlin time'],
  ['2031-11-24T17:00Z', 'Europe/Berlin', 'November 24, 2031, 18:00'],
  ['2025-12-31T23:30Z', 'Etc/UTC', 'January 1, 00:30 Berlin time'],
])('of %s a reader in %s is told %s', (instant, own, told) => {
  const reader = { now: new Date('2026-11-21T10:00Z'), zone: own };
  expect(momentOf(instant, 'Europe/Berlin', reader)).toBe(told);
});

test('a zone that is named after no place is told as it is', () => {
  const reader = { now: new Date('2026-11-21T10:00Z'), zone: 'Europe/Berlin' };
  expect(momentOf('2026-11-24T17:00Z', 'UTC', reader)).toBe('November 24, 17:00 UTC');
});
