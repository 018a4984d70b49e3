import { expect, test } from 'vitest';
import { byDay, cityOf, flagOf, isPastEvent, isTonight } from './event-state';
import type { ListedEvent } from './types';

const event = (extra: Partial<ListedEvent>): ListedEvent => ({
  id: 'e',
  date: '2026-11-24',
  venue: 'Hall',
  location: 'Leipzig',
  start_time: null,
  door_time: null,
  timezone: null,
  ticket_url: null,
  price: null,
  ticket_status: null,
  status: 'scheduled',
  previous_date: null,
  upcoming_until: '2026-11-25T04:00:00+00:00',
  artist: { id: 'halve', name: 'Halve' },
  lineup: [],
  ...extra,
});

test.each([
  ['Leipzig, Germany', 'Leipzig'],
  ['بيروت، لبنان', 'بيروت'],
  ['東京、日本', '東京'],
  ['Ghent', 'Ghent'],
])('the city of %s is %s', (location, city) => {
  expect(cityOf({ location })).toBe(city);
});

test.each([
  ['2026-11-24T03:45:00+00:00', false, false],
  ['2026-11-24T04:00:00+00:00', true, false],
  ['2026-11-25T03:59:00+00:00', true, false],
  ['2026-11-25T04:00:00+00:00', false, true],
])('at %s an event until 05:00 in Berlin is tonight: %s, past: %s', (now, tonight, past) => {
  expect(isTonight(event({}), now)).toBe(tonight);
  expect(isPastEvent(event({}), now)).toBe(past);
});

test.each([
  ['2026-11-24T03:59:00+00:00', false],
  ['2026-11-24T04:00:00+00:00', true],
  ['2026-11-25T10:59:00+00:00', true],
  ['2026-11-25T11:00:00+00:00', false],
])('at %s an event of a long night until noon in Berlin is tonight: %s', (now, tonight) => {
  const until = '2026-11-25T11:00:00+00:00';
  const long = event({ door_time: '23:00', start_time: '06:00', upcoming_until: until });
  expect(isTonight(long, now)).toBe(tonight);
});

test('what is called off is not tonight, and says so', () => {
  const now = '2026-11-24T18:00:00Z';
  expect(isTonight(event({ status: 'cancelled' }), now)).toBe(false);
  expect(isTonight(event({ status: 'postponed' }), now)).toBe(false);
  expect(isTonight(event({ status: 'moved' }), now)).toBe(true);
  expect(flagOf({ status: 'postponed' })).toBe('Postponed');
  expect(flagOf({ status: 'scheduled' })).toBeNull();
});

test('events of one day stand together, those that are called off by themselves', () => {
  const later = '2026-12-24T12:00:00Z';
  const ids = byDay(
    [
      event({ id: 'a' }),
      event({ id: 'b' }),
      event({ id: 'c', status: 'cancelled' }),
      event({ id: 'd' }),
      event({ id: 'e', date: '2026-11-25' }),
    ],
    later,
  ).map((day) => day.map(({ id }) => id).join(''));
  expect(ids).toEqual(['ab', 'c', 'd', 'e']);
});
