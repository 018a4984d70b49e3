import { expect, test } from 'vitest';
import { keyOf } from './keys';

test.each([
  [{ key: 'Enter', isComposing: false, keyCode: 13 }, 'Enter'],
  [{ key: 'Enter', isComposing: true, keyCode: 13 }, ''],
  [{ key: 'Enter', isComposing: false, keyCode: 229 }, ''],
  [{ key: 'Process', isComposing: true, keyCode: 229 }, ''],
])('of %j, the page’s own key is %j', (told, expected) => {
  expect(keyOf(told as KeyboardEvent)).toBe(expected);
});
