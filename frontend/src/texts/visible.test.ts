import { expect, test } from 'vitest';
import { textErrors } from './text-errors';
import { lineFault, oneLine } from './visible';

test.each([
  ['Mara Voss', undefined],
  ['', undefined],
  ['\u2067שלום\u2069 & Band', undefined],
  ['👨\u200d🎤 ❤\ufe0f', undefined],
  ['می\u200cخواهم', undefined],
  ['†††', undefined],
  ['\u200b', 'None'],
  ['\u3164\u2800', 'None'],
  ['\u0301', 'None'],
  ['ctrl\x01one', 'U+0001'],
  ['a\u202eb', 'U+202E'],
  ['\u2067a', 'U+2067'],
])('%j is wrong for %s', (text, said) => {
  if (said === undefined) expect(lineFault(text)).toBeUndefined();
  else expect(lineFault(text)).toContain(said);
});

test('breaks are looked for only in texts on one line', () => {
  expect(Object.keys(textErrors({ name: '\u200b', bio: 'a\nb', venue: 'a\u2028b' }, {}))).toEqual([
    'name',
    'venue',
  ]);
});

test('a title has what is seen of a name, on one line', () => {
  expect(oneLine(' a\u202eb\n\u2067שלום\u2069 \u200b👨\u200d🎤')).toBe('ab שלום 👨\u200d🎤');
});
