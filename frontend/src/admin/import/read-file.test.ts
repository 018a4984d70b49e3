import { expect, test } from 'vitest';
import { textOf } from './read-file';

const file = (...bytes: number[]) => new Blob([new Uint8Array(bytes)]);
const ascii = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

test('a file that Excel saved in the West is read, and its letters are told', async () => {
  expect(await textOf(file(...ascii('Beyonc'), 0xe9, ...ascii(',Roxy')))).toEqual({
    text: 'Beyoncé,Roxy',
    told: ['Beyoncé'],
  });
  expect(await textOf(new Blob(['Beyoncé,Кино,東京']))).toEqual({
    text: 'Beyoncé,Кино,東京',
    told: [],
  });
});

test('the words that look odd are told first', async () => {
  const others = 'Müller,Renée,Krähe,Zürich,'.replace(/[^\x20-\x7f]/g, '\u00e9');
  const bytes = [...ascii(others), ...ascii('Dvo'), 0xf8, 0xe1, ...ascii('k')];
  expect((await textOf(file(...bytes))).told[0]).toBe('Dvoøák');
});

test.each([
  ['xlsx', [...ascii('PK'), 3, 4, 20, 0]],
  ['xls', [0xd0, 0xcf, 0x11, 0xe0, 0xa1]],
])('a workbook (%s) is refused with the remedy', async (_, bytes) => {
  await expect(textOf(file(...bytes))).rejects.toThrow(/This is a workbook\. .* “CSV UTF-8”/);
});

test.each([
  ['of a Pole', [0xaf, ...ascii('ubr')]],
  ['of a Mac', [...ascii('Beyonc'), 0x8e]],
  ['in Polish', [...ascii('Wa'), 0xb3, 0xea, ...ascii('sa')]],
  ['in Cyrillic', [0xca, 0xe8, 0xed, 0xee]],
  ['in Shift JIS', [0x93, 0x8c, 0x8b, 0x9e]],
])('letters %s are refused, and never others in silence', async (_, bytes) => {
  await expect(textOf(file(...bytes))).rejects.toThrow(/cannot be made out: .* Save it as UTF-8/);
});
