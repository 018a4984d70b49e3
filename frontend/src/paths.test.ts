import { expect, test } from 'vitest';
import {
  absoluteImage,
  bareHandle,
  decodedParameter,
  isPicture,
  isWebAddress,
  paths,
  shortAddress,
  storedImage,
} from './paths';

test('an artist id is encoded into its path and decoded out of it', () => {
  const id = 'a/b ç?';
  const path = paths.artist(id);
  expect(path).toBe('/artist/a%2Fb%20%C3%A7%3F');
  expect(decodedParameter(path.slice('/artist/'.length))).toBe(id);
  expect(decodedParameter('%E0%A4%A')).toBe('%E0%A4%A');
});

test.each([
  ['vesnakole', 'vesnakole'],
  ['@vesnakole', 'vesnakole'],
  [' @@vesnakole ', 'vesnakole'],
  ['https://www.instagram.com/vesnakole/?hl=en', 'vesnakole'],
  ['twitter.com/vesnakole', 'vesnakole'],
  ['https://x.com/vesnakole', 'vesnakole'],
  ['https://other.example/vesnakole', 'https://other.example/vesnakole'],
  ['', ''],
])('the handle of %j is %j', (typed, expected) => {
  expect(bareHandle(typed)).toBe(expected);
});

test('social addresses are the site and the bare handle', () => {
  expect(paths.instagram('@vesnakole')).toBe('https://instagram.com/vesnakole');
  expect(paths.twitter('vesnakole')).toBe('https://twitter.com/vesnakole');
});

test.each([
  ['https://a.example', true],
  ['http://a.example/b?c', true],
  ['javascript:alert(1)', false],
  ['night-ferry.jpg', false],
  ['https://', false],
  ['https://a b', false],
])('%s is a web address: %s', (text, expected) => {
  expect(isWebAddress(text)).toBe(expected);
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

test('an address is shown without what everybody knows', () => {
  expect(shortAddress('https://www.vesnakole.example/')).toBe('vesnakole.example');
});

test("the site's own pictures are edited as addresses and stored as paths", () => {
  const origin = 'https://site.example';
  const stored = '/storage/v1/object/public/media/a.webp';
  const typed = absoluteImage(stored, origin);
  expect(typed).toBe('https://site.example/storage/v1/object/public/media/a.webp');
  expect(storedImage(typed, origin)).toBe(stored);
  expect(storedImage('https://other.example/a.webp', origin)).toBe('https://other.example/a.webp');
});
