import { afterEach, describe, expect, test } from 'vitest';
import { counted, countedList, countedSoFar, dateParts, longDate, shortCount } from './format';

const ZONES = [
  'UTC',
  'America/Los_Angeles',
  'Pacific/Auckland',
  'Pacific/Kiritimati',
  'Asia/Kolkata',
];
const zoneBefore = process.env.TZ;

afterEach(() => {
  process.env.TZ = zoneBefore;
});

describe.each(ZONES)('in %s', (zone) => {
  test.each([
    ['2026-11-21', 'Saturday, November 21, 2026'],
    ['2027-02-06', 'Saturday, February 6, 2027'],
    ['2027-01-01', 'Friday, January 1, 2027'],
    ['2028-02-29', 'Tuesday, February 29, 2028'],
    ['2026-12-31', 'Thursday, December 31, 2026'],
  ])('%s reads %s', (date, expected) => {
    process.env.TZ = zone;
    expect(longDate(date)).toBe(expected);
  });
});

test('a timestamp shows the date it starts with', () => {
  expect(longDate('2027-03-12T00:00:00+00:00')).toBe('Friday, March 12, 2027');
});

test('what is no date stays as it is', () => {
  expect(longDate('soon')).toBe('soon');
  expect(longDate('2027-13-01')).toBe('2027-13-01');
  expect(dateParts('soon')).toEqual({ day: '', month: '', year: '' });
});

test('a stub shows the day without a leading zero', () => {
  expect(dateParts('2026-12-03')).toEqual({ day: '3', month: 'Dec', year: '2026' });
});

test.each([
  ['9000000', '9M'],
  ['1290000', '1.2M'],
  ['2000000000', '2B'],
  ['93512', '93K'],
  ['9351', '9351'],
  ['12,400', '12,400'],
  ['1.2M', '1.2M'],
])('%s followers read %s', (typed, shown) => {
  expect(shortCount(typed)).toBe(shown);
});

test('a list that is longer than a page counts has more', () => {
  const rows = [1, 2];
  expect([500, 501].map((count) => countedSoFar({ rows, count }, 'date'))).toEqual([
    '2 of 500 dates',
    '2 of 500+ dates',
  ]);
  const grown = Array.from({ length: 520 });
  expect([520, 545].map((count) => countedSoFar({ rows: grown, count }, 'date'))).toEqual([
    '520 dates',
    '520 of 520+ dates',
  ]);
  expect(countedSoFar({ rows, count: 501 }, 'person', 'people')).toBe('2 of 500+ people');
  expect(countedList(501, 'date')).toBe('500+ dates');
  expect(counted(12_345, 'date')).toBe('12,345 dates');
});

test('one is singular', () => {
  expect([0, 1, 2].map((count) => counted(count, 'event'))).toEqual([
    '0 events',
    '1 event',
    '2 events',
  ]);
});
