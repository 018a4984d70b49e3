import { expect, test } from 'vitest';
import { paragraphsOf } from '../../ui/type/paragraphs';
import { shortBiography } from './biography';

const LONG = `${'One two three four five six seven eight nine ten. '.repeat(7)}End.`;

test.each([
  ['', null],
  ['Sings.', null],
  ['Sings. Writes at night!', null],
  ['One.\n\nTwo.', 'One.'],
  ['Plays “Salt Hour.” Then 3.5 more…\n\nAnd on.', 'Plays “Salt Hour.” Then 3.5 more…'],
  [LONG, 'One two three four five six seven eight nine ten. '.repeat(6).trim()],
  [`${'word '.repeat(80)}end. More.`, `${'word '.repeat(80)}end.`],
])('the short form of %j is %j (U7)', (biography, short) => {
  expect(shortBiography(biography)).toBe(short);
});

test('paragraphs are what empty lines part', () => {
  expect(paragraphsOf(' One\ntwo \n\n \n three ')).toEqual(['One\ntwo', 'three']);
});
