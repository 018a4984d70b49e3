import { expect, test } from 'vitest';
import { isPicture, sourceSet, withoutFocus } from './pictures';

test('a picture of the site’s own is there in several widths', () => {
  expect(sourceSet('/storage/v1/object/public/demo/halve.webp', [240, 480])).toBe(
    '/storage/v1/render/image/public/demo/halve.webp?width=240 240w, ' +
      '/storage/v1/render/image/public/demo/halve.webp?width=480 480w',
  );
});

test.each([
  'https://pictures.example/halve.webp',
  'https://pictures.example/storage/v1/object/public/demo/halve.webp',
  '/storage/v1/object/public/demo/half an hour.webp',
  '/storage/v1/object/public/demo/halve.webp?download',
  '/storage/v1/object/public/demo/halve.webp#x',
  '/elsewhere/halve.webp',
  '',
])('%j is there in its own size only', (image) => {
  expect(sourceSet(image, [240])).toBeUndefined();
});

test.each([
  ['/a.webp#focus=50,28', ['/a.webp', '50% 28%']],
  ['https://pictures.example/a.webp#focus=33.5,0', ['https://pictures.example/a.webp', '33.5% 0%']],
  ['/a.webp', ['/a.webp']],
  ['/a.webp#focus=50', ['/a.webp#focus=50']],
  ['/a.webp#focus=50,1}*{display:none', ['/a.webp#focus=50,1}*{display:none']],
])('the point of %s that crops keep (M4)', (image, expected) => {
  expect(withoutFocus(image)).toEqual(expected);
});

test.each([
  ['https://pictures.example/a.webp', true],
  ['/storage/v1/object/public/media/a.webp', true],
  ['javascript:alert(1)', false],
  ['data:text/html,<p>', false],
  ['//elsewhere.example/a.webp', false],
  ['/\\elsewhere.example/a.webp', false],
  ['', false],
])('what may be asked for as a picture: %s', (text, expected) => {
  expect(isPicture(text)).toBe(expected);
});
