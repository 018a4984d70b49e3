import { expect, test } from 'vitest';
import { exampleEvent } from '../../../../tests/example-event';
import { mergeEvent } from './conflict';
import {
  changesOf,
  checkEvent,
  draftOf,
  EMPTY_DRAFT,
  type EventDraft,
  followingDraft,
  nextDayOf,
} from './draft';
import { matchingPlaces, placeNamed } from './fields/places';
import { newDateQuestion, questionFor } from './questions';
import { timeQuestion, timesOf } from './time-questions';
import { timeOf } from './times';

const GOOD: EventDraft = {
  ...EMPTY_DRAFT,
  artist_id: 'halve',
  venue: 'Kesselhaus Nord',
  location: 'Leipzig',
  date: '2026-11-24',
};

const EVENT = exampleEvent({
  start_time: '20:30',
  timezone: 'Europe/Berlin',
  ticket_url: 'https://tickets.example/1',
  price: '€18',
  ticket_status: 'sold_out',
  status: 'moved',
  previous_date: '2026-11-20',
  lineup: [{ id: '2', position: 0, name: 'DJ Okapi', artist_id: null, artist: null }],
});

test.each([
  ['20:30', '20:30'],
  [' 20.30 ', '20:30'],
  ['2030', '20:30'],
  ['20h30', '20:30'],
  ['8:30 pm', '20:30'],
  ['8 PM', '20:00'],
  ['12am', '00:00'],
  ['20h', '20:00'],
  ['8', null],
  ['24:00', '24:00'],
  ['24h', '24:00'],
  ['Midnight', '24:00'],
  ['24:01', null],
  ['20:61', null],
  ['13pm', null],
  ['8 o’clock-ish', null],
])('the time %j is %j', (typed, time) => expect(timeOf(typed)).toBe(time));

test.each<[string, Partial<EventDraft>, string[]]>([
  ['nothing', {}, []],
  ['no artist', { artist_id: '' }, ['artist_id']],
  ['blanks', { venue: ' ', location: ' ', date: '' }, ['date', 'venue', 'location']],
  ['no times', { start_time: 'late', door_time: '8' }, ['start_time', 'door_time']],
  ['doors after the start', { start_time: '20:00', door_time: '9 pm' }, ['door_time']],
  ['a start in the night', { start_time: '0:30', door_time: '23:00' }, []],
  ['a start at 24:00', { start_time: '24:00', door_time: '22:00' }, []],
  ['doors at the start', { start_time: '20:00', door_time: '20:00' }, []],
  ['an unknown zone', { timezone: 'Europe/Leipsic' }, ['timezone']],
  ['a link without https', { ticket_url: 'http://tickets.example' }, ['ticket_url']],
  ['a link without a scheme', { ticket_url: 'tickets.example/1' }, []],
  ['a long price', { price: 'x'.repeat(101) }, ['price']],
])('what is wrong with an event: %s', (_, typed, fields) => {
  expect(Object.keys(checkEvent(EMPTY_DRAFT, { ...GOOD, ...typed }))).toEqual(fields);
});

test('an event is moved to another day, not to its own', () => {
  const moved = { ...GOOD, status: 'moved' };
  expect(checkEvent(GOOD, moved)).toHaveProperty('date');
  expect(checkEvent(GOOD, { ...moved, date: '2026-11-25' })).toEqual({});
});

test('only what was changed is saved, tidied', () => {
  const before = draftOf(EVENT);
  const after = {
    ...before,
    start_time: '9 pm',
    price: ' ',
    ticket_url: 'shop.example/2',
    timezone: 'america/new york',
  };
  expect(changesOf(before, after)).toEqual({
    start_time: '21:00',
    price: null,
    ticket_url: 'https://shop.example/2',
    timezone: 'America/New_York',
  });
  expect(changesOf(EMPTY_DRAFT, GOOD)).toEqual({
    artist_id: 'halve',
    venue: 'Kesselhaus Nord',
    location: 'Leipzig',
    date: '2026-11-24',
  });
});

test('a copy is the same show on the next day, without its tickets and what became of it', () => {
  const { date, start_time, bill, ticket_url, ticket_status, status } = nextDayOf(EVENT);
  expect({ date, start_time, bill }).toEqual({
    date: '2026-11-25',
    start_time: '20:30',
    bill: '[{"name":"DJ Okapi","artist_id":null}]',
  });
  expect([ticket_url, ticket_status, status]).toEqual(['', '', 'scheduled']);
});

test('a form that stays open keeps artist and place, on the following day', () => {
  expect(followingDraft({ ...GOOD, date: '2026-12-31', start_time: '20:00' })).toEqual({
    ...GOOD,
    date: '2027-01-01',
  });
});

const TWIN = {
  code: 'same_day',
  id: '1',
  venue: 'kesselhaus nord',
  start_time: '20:30',
  artist: { name: 'Halve' },
} as const;

test.each([
  [[{ code: 'passed' }], /^Tuesday, November 24, 2026 has passed\.$/, 'Add it to the past dates'],
  [[{ code: 'far' }], /^That is in 2026\. Is the year right\?$/, 'Add'],
  [[TWIN], /^Halve already plays kesselhaus nord on that day, at 20:30\.$/, 'Add it again'],
  [[{ code: 'passed' }, TWIN], /has passed\. Halve already plays/, 'Add it again'],
] as const)('what is asked before saving is said at once: %j', (asked, sentence, text) => {
  const question = questionFor(EMPTY_DRAFT, GOOD, [...asked]);
  expect(question.sentences.join(' ')).toMatch(sentence);
  expect(question.answers).toEqual([{ text }]);
});

test.each([
  ['postponed', 'postponed'],
  ['scheduled', 'postponed'],
  ['postponed', 'scheduled'],
])('whether a date is the new one of a postponed show is asked: %s, then %s', (was, status) => {
  const before = { ...GOOD, status: was };
  const typed = { ...before, status, date: '2027-05-20' };
  const question = newDateQuestion(before, typed);
  expect(question?.sentences).toEqual(['Is Thursday, May 20, 2027 the new date of this show?']);
  expect(question?.answers).toEqual([
    { text: 'Yes, it has moved', fill: { status: 'moved' } },
    { text: 'No, only correct the date' },
  ]);
  expect(newDateQuestion(before, { ...typed, status: 'moved' })).toBeNull();
});

test.each([
  ['scheduled', 'scheduled', '2027-05-20'],
  ['postponed', 'postponed', GOOD.date],
  ['postponed', 'cancelled', '2027-05-20'],
])('no new date is asked about: %s, then %s on %s', (was, status, date) => {
  const before = { ...GOOD, status: was };
  expect(newDateQuestion(before, { ...before, status, date })).toBeNull();
  expect(newDateQuestion(EMPTY_DRAFT, { ...before, status, date })).toBeNull();
});

test.each([
  ['0:30', '', /^00:30 is after midnight\. Which night is it\?$/, '00:30'],
  ['24:00', '', /^Midnight is between two days\./, '00:00'],
  ['midnight', '', /^Midnight is between two days\./, '00:00'],
  ['1:00', '0:30', /^00:30 is after midnight\./, '01:00'],
])(
  'which night is meant is asked, with both dates: %s, doors %s',
  (start, doors, sentence, saved) => {
    const typed = { ...GOOD, start_time: start, door_time: doors };
    const question = timeQuestion(EMPTY_DRAFT, typed, null);
    expect(question?.sentences.join(' ')).toMatch(sentence);
    expect(question?.answers.map(({ text }) => text)).toEqual([
      'From Monday, November 23 to Tuesday, November 24',
      'From Tuesday, November 24 to Wednesday, November 25',
    ]);
    expect(question?.answers.map(({ fill }) => [fill?.date, fill?.start_time])).toEqual([
      ['2026-11-24', saved],
      ['2026-11-25', saved],
    ]);
    const told = { ...typed, ...question?.answers[1]?.fill };
    expect(timeQuestion(EMPTY_DRAFT, told, timesOf(told))).toBeNull();
  },
);

test('adding doors to what is after midnight asks in which night it stays', () => {
  const late = { ...GOOD, start_time: '00:30' };
  const question = timeQuestion(late, { ...late, door_time: '23:00' }, null);
  expect(question?.sentences).toEqual([
    'It was in the night from Monday, November 23 to Tuesday, November 24. Which one is it now?',
  ]);
  expect(question?.answers).toEqual([
    {
      text: 'From Monday, November 23 to Tuesday, November 24',
      fill: { date: '2026-11-23', door_time: '23:00', start_time: '00:30' },
    },
    {
      text: 'From Tuesday, November 24 to Wednesday, November 25',
      fill: { date: '2026-11-24', door_time: '23:00', start_time: '00:30' },
    },
  ]);
});

test.each([
  ['8:30', '', { start_time: '20:30' }, { start_time: '08:30' }],
  [
    '830',
    '7:30',
    { start_time: '20:30', door_time: '19:30' },
    { start_time: '08:30', door_time: '07:30' },
  ],
  ['8h30', '19:00', { start_time: '20:30' }, { start_time: '08:30' }],
])(
  'which half of the day is meant by a start at %s, doors %s, is asked',
  (start, doors, ...fills) => {
    const typed = { ...GOOD, start_time: start, door_time: doors };
    const question = timeQuestion(EMPTY_DRAFT, typed, null);
    expect(question?.sentences[0]).toContain('can be in the morning or in the evening.');
    expect(question?.answers.map(({ fill }) => fill)).toEqual(fills);
  },
);

test.each(['08:30', '8:30 am', '10:30', '20:30', '8 pm'])('a start at %s says it', (start_time) =>
  expect(timeQuestion(EMPTY_DRAFT, { ...GOOD, start_time }, null)).toBeNull(),
);

test('a start late in the morning after the doors is asked about, once', () => {
  const typed = { ...GOOD, start_time: '11:30', door_time: '19:00' };
  const question = timeQuestion(EMPTY_DRAFT, typed, null);
  expect(question?.sentences).toEqual([
    'Doors at 19:00, start at 11:30: that is the next morning.',
  ]);
  expect(question?.answers.map(({ text }) => text)).toEqual([
    'It starts at 23:30',
    'It starts on Wednesday, November 25',
  ]);
  const told = { ...typed, ...question?.answers[1]?.fill };
  expect(timeQuestion(EMPTY_DRAFT, told, timesOf(told))).toBeNull();
});

test('a start behind doors of the evening, and one that is saved already, are not asked about', () => {
  const night = { ...GOOD, start_time: '0:30', door_time: '23:00' };
  expect(timeQuestion(EMPTY_DRAFT, night, null)).toBeNull();
  expect(changesOf(EMPTY_DRAFT, { ...night, start_time: 'midnight' }).start_time).toBe('00:00');
  const late = { ...GOOD, start_time: '00:30' };
  expect(timeQuestion(late, { ...late, note: 'x' }, null)).toBeNull();
});

test('a stale save takes what only they changed, keeps what was typed, and shows where the two differ', () => {
  const typed = { ...GOOD, price: '€20', start_time: '8pm' };
  const newest = { ...GOOD, start_time: '21:00', venue: 'Werk 2' };
  const { merged, differences } = mergeEvent(GOOD, typed, newest);
  expect(merged).toEqual({ ...GOOD, venue: 'Werk 2', price: '€20', start_time: '20:00' });
  expect(differences).toEqual([
    { field: 'venue', mine: 'Kesselhaus Nord', theirs: 'Werk 2' },
    { field: 'start_time', mine: '20:00', theirs: '21:00' },
    { field: 'price', mine: '€20', theirs: '' },
  ]);
});

test('earlier venues are found by their words, each town once, the newest first', () => {
  const place = (venue: string, location: string) => ({ venue, location, timezone: null });
  const places = [
    place('Café Müller', 'Ghent'),
    place('café muller', 'ghent'),
    place('Müllers Hof', 'Kassel'),
    place('Café Ost', 'Müllheim'),
  ];
  expect(matchingPlaces(places, 'mull').map(({ location }) => location)).toEqual([
    'Ghent',
    'Kassel',
  ]);
  expect(placeNamed(places, 'CAFE MULLER')?.location).toBe('Ghent');
  expect(placeNamed(places, 'Café')).toBeNull();
});
