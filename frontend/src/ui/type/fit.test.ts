import { describe, expect, test } from 'vitest';
import { advanceOf, fitForeign, fitName, lineLength, splitLines } from './fit';

const HERO = 6.3;
const CARD = 7.7;
const TICKET = 8.2;
const VENUE = 9.4;

const shown = (name: string, target: number) => {
  const { w, em, l } = fitName(name, target);
  return [w.toFixed(1), em.toFixed(3), l.toFixed(3)];
};

describe('the numbers of the design', () => {
  test.each([
    ['Vesna Kole', HERO, '112.7', '6.300', '0.009'],
    ['Vesna', 3.5, '110.8', '3.500', '0.008'],
    ['Kole', 3.5, '125.0', '2.706', '0.079'],
    ['Halve', CARD, '125.0', '3.438', '0.079'],
    ['Ayo Marchetti', CARD, '111.4', '7.700', '0.009'],
    ['Marrow Street', CARD, '109.2', '7.700', '0.070'],
    ['Delphine Achterberg', CARD, '73.2', '7.700', '0.049'],
    ['The Cormorant Sisters', CARD, '66.7', '7.700', '0.016'],
    ['Abel Quintero Trio', TICKET, '90.8', '8.200', '0.005'],
    ['Teatro Lanterna', VENUE, '117.9', '9.400', '0.023'],
    ['Salt Hour', 5, '110.0', '5.000', '0.042'],
    ['Ö', 7.6, '125.0', '0.910', '0.050'],
  ])('%s at %d', (name, target, w, em, l) => {
    expect(shown(name, target)).toEqual([w, em, l]);
  });
});

test('a name too long for its line is as narrow as the type goes', () => {
  const name = 'Orchestra of the Lower Quay & Friends';
  expect(shown(name, 7.6)).toEqual(['62.0', '12.240', '0.031']);
});

test('accents take no width of their own', () => {
  expect(lineLength('Señor Ålesund', 100)).toBeCloseTo(lineLength('Senor Alesund', 100), 10);
});

test('a word begins where what stands before it ends', () => {
  const [whole, last] = ['Kara Kole', 'Kole'].map((name) => lineLength(name, 90));
  expect(whole).toBeCloseTo(advanceOf('Kara ', 90) + (last ?? 0), 10);
});

test('unknown letters count as n', () => {
  expect(lineLength('aжb', 100)).toBeCloseTo(lineLength('anb', 100), 1);
});

test('pictographs take one em each and are not stretched', () => {
  const { w, em } = fitName('🎸🎺', HERO);
  expect(w).toBe(100);
  expect(em).toBeCloseTo(2 - 0.022, 5);
});

describe('names that Archivo has no letters for', () => {
  /** As long as DejaVu Sans Bold, the widest of the usual ones, sets them, in em. */
  test.each([
    ['Σωκράτης Дмитрий', 11.07, 5.61],
    ['МОЛЧАТ ДОМА', 9.2, 5.06],
    ['فيروز الليل', 5.66, 3.1],
    ['שלום חנוך', 4.82, 2.4],
    ['東京事変', 4, 4],
    ['東京スカパラダイスオーケストラ', 15, 13],
    ['☆★☆★☆★☆★', 7.18, 7.18],
    ['▲▲▲ SALEM ▲▲▲', 9.13, 3.5],
  ])('%s gets no less room than it needs', (name, line, word) => {
    const fit = fitForeign(name);
    expect(fit?.em).toBeGreaterThanOrEqual(line);
    expect(fit?.word).toBeGreaterThanOrEqual(word);
    expect(fit?.em).toBeLessThan(line * 1.75);
  });

  test.each(['Vesna Kole', 'Đorđe Łukasz', 'Sigur Rós & 🎸', '808 — 303', 'Ünder ½ ™', '−8°'])(
    '%s is none',
    (name) => {
      expect(fitForeign(name)).toBeNull();
    },
  );
});

test('an empty name has no length', () => {
  expect(fitName('', HERO).em).toBe(0);
});

describe('the lines of a narrow screen', () => {
  test.each([
    ['Halve', ['Halve']],
    ['Vesna Kole', ['Vesna', 'Kole']],
    ['The Cormorant Sisters', ['The', 'Cormorant', 'Sisters']],
    ['  Night   Ferry ', ['Night', 'Ferry']],
  ])('%s', (name, expected) => {
    expect(splitLines(name, 3)).toEqual(expected);
  });

  test('never more than asked for, and no word lost', () => {
    const name = 'Orchestra of the Lower Quay & Friends';
    const lines = splitLines(name, 3);
    expect(lines).toHaveLength(3);
    expect(lines.join(' ')).toBe(name);
    expect(splitLines(name, 1)).toEqual([name]);
  });
});
