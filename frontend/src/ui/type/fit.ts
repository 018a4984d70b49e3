import font from './fit.json';

/** `w` the width axis, `em` the length of the line in em at that width, `l` the left side bearing in em. */
export type Fit = { w: number; em: number; l: number };

const NARROWEST = 62;
const WIDEST = 125;
const PLAIN = 100;
const TRACKING = -0.022;
/** Beyond this length one line is too small to read in a phone's ticket, and the name wraps there. */
export const LONG_LINE = 11;
/** Beyond this length one line is too small to read, and the name wraps. */
export const LONGEST_LINE = 18;

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}\u3000-\u303F\u30FC\uFF01-\uFF60]/u;

/** A letter of a script that Archivo does not have. */
const FOREIGN = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u;
/** Signs that belong to no script and Archivo lacks: numbers, arrows, shapes, stars, long dashes, letters of mathematics. */
const SIGN =
  /[\u2150-\u2190\u2192\u2194-\u2211\u2216-\u2BFF\u2E3A\u2E3B\u{1D400}-\u{1D7FF}\u{1F100}-\u{1F2FF}]/u;

/** How wide bold letters of the widest usual system typeface are, in em. Others leave a little room. */
const FOREIGN_ADVANCES = { sign: 1.25, broad: 1.15, capital: 0.85, other: 0.73 };
const BROAD = /[ЖМФШЩЫЮжмфшщыюΜΩω]/u;
const SPACE_ADVANCE = 0.35;
const KATAKANA = /[\p{Script=Katakana}\u30FC]+/gu;
/** Scripts without spaces break anywhere; lines of fewer letters than this would be a column. */
const WIDE_WORD = 5;

/** Most names; where a page is rendered on the server, the tests for all others are what costs time. */
const PLAIN_LETTERS = /^[ -~]*$/;

const advances = ofLetters(font.adv);
const sides = ofLetters(font.side);
const UNKNOWN_ADVANCES = advances.n ?? [];
const UNKNOWN_SIDES = [40, 40, 40, 40];

/**
 * The numbers of each letter, from columns in the order of `font.letters`: by width, so that numbers that are alike stand
 * side by side and are 600 bytes smaller to send.
 */
function ofLetters(columns: number[][]): Record<string, number[] | undefined> {
  const rows = [...font.letters].map((letter, index) => [letter, columns.map((one) => one[index])]);
  return Object.fromEntries(rows);
}

/** The width at which `name` is `target` em long, as far as the type can be narrowed or widened. */
export function fitName(name: string, target: number): Fit {
  const width = fittingWidth(name, target);
  return { w: width, em: lineLength(name, width), l: sideBearing(lettersOf(name)[0], width, 0) };
}

/**
 * For a name in a script that Archivo does not have: how long it and its longest word are, in em of whatever the system
 * has. Null for all others.
 */
export function fitForeign(name: string): { em: number; word: number } | null {
  if (PLAIN_LETTERS.test(name) || !(FOREIGN.test(name) || SIGN.test(name))) return null;
  const words = name.trim().split(/\s+/).map(foreignLength);
  const spaces = SPACE_ADVANCE * (words.length - 1);
  return {
    em: words.reduce((sum, { length }) => sum + length, spaces),
    word: Math.max(...words.map(({ length, whole }) => Math.min(length, whole))),
  };
}

/** `whole` is what of a word stays on one line: words of katakana do, though nothing stands between them and others. */
function foreignLength(word: string): { length: number; whole: number } {
  const length = lettersOf(word).reduce((sum, letter) => sum + foreignAdvance(letter), 0);
  if (!WIDE.test(word)) return { length, whole: length };
  const runs = word.match(KATAKANA) ?? [];
  return { length, whole: Math.max(WIDE_WORD, ...runs.map((run) => run.length)) };
}

function foreignAdvance(letter: string): number {
  if (WIDE.test(letter)) return 1;
  if (SIGN.test(letter)) return FOREIGN_ADVANCES.sign;
  if (BROAD.test(letter)) return FOREIGN_ADVANCES.broad;
  return letter === letter.toLowerCase() ? FOREIGN_ADVANCES.other : FOREIGN_ADVANCES.capital;
}

/** The words of `name` on at most `most` lines, so that the longest line is as short as can be. */
export function splitLines(name: string, most: number): string[] {
  const words = name.trim().split(/\s+/);
  let best = [words.join(' ')];
  for (const lines of divisions(words, most)) {
    if (longest(lines) < longest(best) - 0.001) best = lines;
  }
  return best;
}

/** How long `name` is in em at width `w`. */
export function lineLength(name: string, w: number): number {
  const letters = lettersOf(name);
  if (letters.length === 0) return 0;
  return advanceOf(name, w) - TRACKING - endsOf(letters, w);
}

/** How far after the beginning of `text` at width `w` the next letter begins, in em. */
export function advanceOf(text: string, w: number): number {
  return lettersOf(text).reduce((sum, letter) => sum + advance(letter, w) + TRACKING, 0);
}

/** Between two stops of the axis the length grows evenly, so the width follows from the lengths at the stops. */
function fittingWidth(name: string, target: number): number {
  if (WIDE.test(name)) return PLAIN;
  const lengths = lengthsAtStops(lettersOf(name));
  if (at(lengths, 0) >= target) return NARROWEST;
  const after = lengths.findIndex((length) => length > target);
  if (after === -1) return WIDEST;
  const [from, to] = [at(font.stops, after - 1), at(font.stops, after)];
  const [shorter, longer] = [at(lengths, after - 1), at(lengths, after)];
  return from + ((target - shorter) / (longer - shorter)) * (to - from);
}

/** What `lineLength` is at each stop, in one pass. */
function lengthsAtStops(letters: string[]): number[] {
  const sums = font.stops.map(() => 0);
  for (const letter of letters) {
    const widths = advances[letter] ?? UNKNOWN_ADVANCES;
    for (let stop = 0; stop < sums.length; stop++) sums[stop] = at(sums, stop) + at(widths, stop);
  }
  const tracking = TRACKING * Math.max(0, letters.length - 1);
  return sums.map((sum, stop) => sum / 1000 + tracking - endsOf(letters, at(font.stops, stop)));
}

function endsOf(letters: string[], w: number): number {
  return sideBearing(letters[0], w, 0) + sideBearing(letters.at(-1), w, 1);
}

/** Accents take no width of their own. */
function lettersOf(name: string): string[] {
  if (PLAIN_LETTERS.test(name)) return name.split('');
  return [...name.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC')];
}

function advance(letter: string, w: number): number {
  const known = advances[letter];
  if (!known && WIDE.test(letter)) return 1;
  const widths = known ?? UNKNOWN_ADVANCES;
  const stop = w <= at(font.stops, 1) ? 0 : w <= at(font.stops, 2) ? 1 : 2;
  const from = at(font.stops, stop);
  const share = (w - from) / (at(font.stops, stop + 1) - from);
  return (at(widths, stop) + (at(widths, stop + 1) - at(widths, stop)) * share) / 1000;
}

/** `end` 0 is the left of a letter, 1 its right. */
function sideBearing(letter: string | undefined, w: number, end: 0 | 1): number {
  const known = letter === undefined ? undefined : sides[letter];
  if (letter === undefined || (!known && WIDE.test(letter))) return 0;
  const bearings = known ?? UNKNOWN_SIDES;
  const share = (w - NARROWEST) / (WIDEST - NARROWEST);
  return (at(bearings, end) + (at(bearings, end + 2) - at(bearings, end)) * share) / 1000;
}

function longest(lines: string[]): number {
  return Math.max(...lines.map((line) => lineLength(line, WIDEST)));
}

function* divisions(words: string[], most: number): Generator<string[]> {
  if (most === 1 || words.length === 1) {
    yield [words.join(' ')];
    return;
  }
  for (let first = words.length; first >= 1; first--) {
    const line = words.slice(0, first).join(' ');
    if (first === words.length) yield [line];
    else for (const rest of divisions(words.slice(first), most - 1)) yield [line, ...rest];
  }
}

function at(numbers: number[], index: number): number {
  return numbers[index] ?? 0;
}
