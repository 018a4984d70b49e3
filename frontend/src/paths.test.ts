import { expect, test } from 'vitest';
import { idIn, isWebAddress, paths, shortAddress } from './paths';

test('an artist id is encoded into its path and decoded out of it', () => {
  const id = 'a/b ç?';
  const path = paths.artist(id);
  expect(path).toBe('/artist/a%2Fb%20%C3%A7%3F');
  expect(idIn('artist', path)).toBe(id);
  expect(idIn('artist', `${path}/`)).toBe(id);
  expect(idIn('artist', '/artist/%E0%A4%A')).toBe('%E0%A4%A');
});

test.each(['/', '/artist', '/artist/', '/artist/a/b', '/my/artist/a', '/auth/confirm'])(
  '%s is no profile',
  (path) => {
    expect(idIn('artist', path)).toBeNull();
  },
);

test.each([
  ['https://a.example', true],
  ['http://a.example/b?c', true],
  ['javascript:alert(1)', false],
  ['night-ferry.jpg', false],
  ['https://', false],
  ['https://a b', false],
  ['https://https://a.example', false],
  ['http://https//a.example', false],
])('%s is a web address: %s', (text, expected) => {
  expect(isWebAddress(text)).toBe(expected);
});

test('an address is shown without what everybody knows', () => {
  expect(shortAddress('https://www.vesnakole.example/')).toBe('vesnakole.example');
});
