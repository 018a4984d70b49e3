import { expect, test } from 'vitest';
import { closestReadable, colourIn, contrastOn, inWords, isReadable, PINK } from './contrast';

test.each([
  [PINK, '9.0 : 1'],
  ['#ffc24b', '12.1 : 1'],
  ['#ffffff', '19.5 : 1'],
  ['#8a2c4c', '2.3 : 1'],
])('text on %s reads at %s, as the server reckons it', (accent, said) => {
  expect(inWords(contrastOn(accent))).toBe(said);
});

test.each(['#000000', '#8a2c4c', '#0000ff', '#777777', '#c9281c'])(
  '%s has a closest colour that works',
  (accent) => {
    expect(isReadable(accent)).toBe(false);
    const closest = closestReadable(accent);
    expect(isReadable(closest)).toBe(true);
    expect(contrastOn(closest)).toBeLessThan(4.8);
  },
);

test('a colour that works is its own closest one', () => {
  expect(closestReadable(PINK)).toBe(PINK);
});

test.each([
  [' FFC24B ', '#ffc24b'],
  ['#Fc4', '#ffcc44'],
  ['#8a2c', null],
  ['pink', null],
  ['', null],
])('"%s" is the colour %s', (typed, colour) => {
  expect(colourIn(typed)).toBe(colour);
});
