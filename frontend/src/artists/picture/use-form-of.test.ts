import { expect, test } from 'vitest';
import { filesPasted } from './use-form-of';

test.each([
  ['a file of a file manager', ['Files'], true],
  ['a file of one that adds its name', ['text/plain', 'Files'], true],
  ['a picture of another page', ['text/html', 'Files'], true],
  ['a paragraph of Word', ['text/plain', 'text/html', 'text/rtf', 'Files'], false],
  ['a text', ['text/plain', 'text/html'], false],
])('%s is pasted as a picture only where it is one (M1)', (_what, types, isPicture) => {
  const files = { length: 1 } as FileList;
  expect(filesPasted({ types, files })).toBe(isPicture ? files : undefined);
});

test('nothing on the clipboard is no picture (M1)', () => {
  expect(filesPasted(null)).toBeUndefined();
});
