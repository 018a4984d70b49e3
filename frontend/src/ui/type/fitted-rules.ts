import { addSheet } from '../page-style';
import {
  advanceOf,
  type Fit,
  fitForeign,
  fitName,
  LONG_LINE,
  LONGEST_LINE,
  lineLength,
} from './fit';

/** `whole` stays on one line however long it is, `wrapping` does not, a part is a line of its own on narrow screens. */
export type Line = 'whole' | 'wrapping' | Part;

/** Where there is room it follows `before`, on the one line of `whole`, which is to be `target` em long. */
export type Part = { before: string; whole: string; target: number };

type AddRule = (rule: string) => void;

let addRule: AddRule = addToDocument();
const added = new Set<string>();

/**
 * The classes of one line of type that is to be `target` em long. They hand its numbers to the style sheet: a style
 * attribute would do, but the page's policy allows none. The same numbers have the same class on the server and in the
 * browser.
 */
export function fitClasses(text: string, target: number, line: Line): string {
  const foreign = fitForeign(text);
  if (foreign) {
    const em = line === 'whole' ? foreign.em : Math.min(foreign.em, LONGEST_LINE);
    return `bill--foreign ${classOf(`--em:${short(em, 2)};--word:${short(foreign.word, 2)}`)}`;
  }
  const fit = fitName(text, target);
  if (line === 'whole')
    return classOf(`${numbers(fit)};--word:${short(longestWord(text, fit.w), 2)}`);
  if (typeof line === 'object') return classOf(`${numbers(fit, 'n')}${start(line)}`);
  if (fit.em <= LONG_LINE) return classOf(numbers(fit));
  const word = `;--word:${short(longestWord(text, fit.w), 2)}`;
  if (fit.em <= LONGEST_LINE) return `bill--small ${classOf(numbers(fit) + word)}`;
  return `bill--small bill--wrap ${classOf(numbers({ ...fit, em: LONGEST_LINE }) + word)}`;
}

/** Runs `render` and returns its result with the rules of the classes that it used. For the server. */
export function collectRules<T>(render: () => T): { result: T; css: string } {
  const rules: string[] = [];
  addRule = (rule) => rules.push(rule);
  added.clear();
  return { result: render(), css: rules.join('') };
}

/** The class of these declarations, which must not be made of what people typed. */
export function classOf(declarations: string): string {
  const name = `f${hash(declarations)}`;
  if (!added.has(name)) {
    added.add(name);
    addRule(`.${name}{${declarations}}`);
  }
  return name;
}

/** FNV-1a, 32 bits. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(36);
}

function numbers({ w, em, l }: Fit, prefix = ''): string {
  return `--${prefix}w:${short(w, 1)};--${prefix}em:${short(em, 3)};--${prefix}l:${short(l, 3)}`;
}

/** A word that is placed where it will be in the typeface does not move when that comes. */
function start({ before, whole, target }: Part): string {
  return before && `;--x:${short(advanceOf(`${before} `, fitName(whole, target).w), 3)}`;
}

/** In em, at the width `w`. */
function longestWord(text: string, w: number): number {
  return Math.max(...text.split(/\s+/).map((word) => lineLength(word, w)));
}

function short(number: number, digits: number): string {
  return `${Number(number.toFixed(digits))}`;
}

function addToDocument(): AddRule {
  let sheet: CSSStyleSheet | undefined;
  return (rule) => {
    sheet ??= addSheet();
    sheet.insertRule(rule, sheet.cssRules.length);
  };
}
