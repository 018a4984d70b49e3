import { expect, test } from 'vitest';
import { searchOf } from './search';

test.each([
  ['beyonce kno', "'beyonce':* & 'kno':*"],
  ['  Łódź  ', "'Łódź':*"],
  ["Guns N' Roses", "'Guns':* & 'N\\'':* & 'Roses':*"],
  ['AC/DC', "'AC/DC':*"],
  ["'; \\ !", "'\\';':* & '\\\\':* & '!':*"],
  ['!!!', "'!!!':*"],
  ['🎸', "'🎸':*"],
  ['', ''],
  ['   ', ''],
  ['עפרה חזה', "'עפרה':* & 'חזה':*"],
  ['e\u0301toile', "'e\u0301toile':*"],
])('%j is looked for as %j', (text, expected) => {
  expect(searchOf(text)).toBe(expected);
});

test('no more words are sent than the service takes', () => {
  expect(searchOf('a '.repeat(30)).split(' & ')).toHaveLength(20);
});
