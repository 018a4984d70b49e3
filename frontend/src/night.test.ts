import { expect, test } from 'vitest';
import { areInOrder, endsAt, nightOf, startDay } from './night';

const FRIDAY = '2026-11-27';
const SATURDAY = '2026-11-28';
const BEFORE = 'night from Thursday to Friday';
const AFTER = 'night from Friday to Saturday';

// As tests/domain/test_nights.py: doors, start, the day on which it starts, the night in words.
test.each([
  [null, null, FRIDAY, null],
  ['19:00', '20:30', FRIDAY, null],
  ['23:00', '23:59', FRIDAY, null],
  ['23:00', '00:00', SATURDAY, AFTER],
  ['22:00', '04:59', SATURDAY, AFTER],
  ['12:00', '11:59', SATURDAY, AFTER],
  [null, '00:00', FRIDAY, BEFORE],
  [null, '04:59', FRIDAY, BEFORE],
  ['00:00', '00:30', FRIDAY, BEFORE],
  [null, '05:00', FRIDAY, null],
  ['04:00', '06:00', FRIDAY, null],
])('doors %s and start %s are of one night', (door_time, start_time, starts, words) => {
  const times = { date: FRIDAY, door_time, start_time };
  expect(areInOrder(times)).toBe(true);
  expect([startDay(times), nightOf(times)]).toEqual([starts, words]);
});

test.each([
  ['23:00', '04:59', '05:00'],
  ['23:00', '05:00', '12:00'],
  ['23:00', '11:59', '12:00'],
  ['04:00', '06:00', '05:00'],
])('doors %s and start %s are past only after they began', (door_time, start_time, ends) => {
  expect(endsAt({ door_time, start_time })).toBe(ends);
});

test.each([
  ['20:00', '19:30'],
  ['23:00', '12:00'],
  ['11:00', '00:30'],
])('doors %s and start %s are a slip', (door_time, start_time) => {
  expect(areInOrder({ door_time, start_time })).toBe(false);
});
