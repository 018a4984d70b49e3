import { advanceOf, type Fit, fitName, LONGEST_LINE, splitLines } from './fit';
import type { Fitter, Part } from './letters';

/** Takes the rule of a line of type once, and answers with its class. */
type Take = (rule: string) => string;

/**
 * Its classes hand a name's numbers to the style sheet. A style attribute would do, but the page's policy allows none.
 */
function createFitter(take: Take): Fitter {
  return {
    fit(text, target, line) {
      const fitted = fitName(text, target);
      if (typeof line === 'object') return take(`${rule(fitted, 'n')}${start(line)}`);
      const isTooLong = line === 'wrapping' && fitted.em > LONGEST_LINE;
      if (!isTooLong) return take(rule(fitted));
      return `bill--wrap ${take(rule({ ...fitted, em: LONGEST_LINE }))}`;
    },
    lines: splitLines,
  };
}

function rule({ w, em, l }: Fit, prefix = ''): string {
  return `--${prefix}w:${short(w, 1)};--${prefix}em:${short(em, 3)};--${prefix}l:${short(l, 3)}`;
}

/** A word that is set where it will stand does not move when the typeface comes. */
function start({ before, whole, target }: Part): string {
  return before && `;--x:${short(advanceOf(`${before} `, fitName(whole, target).w), 3)}`;
}

function short(number: number, digits: number): string {
  return `${Number(number.toFixed(digits))}`;
}

/** Gives each rule a class of its own, and hands on those that are new. */
function naming(prefix: string, add: (rule: string) => void): Take {
  const names = new Map<string, string>();
  return (rule) => {
    let name = names.get(rule);
    if (name === undefined) {
      name = `${prefix}${names.size.toString(36)}`;
      names.set(rule, name);
      add(`.${name}{${rule}}`);
    }
    return name;
  };
}

/** Collects the rules of one rendered page. */
export function collectingFitter(): { fitter: Fitter; css: () => string } {
  let css = '';
  const fitter = createFitter(
    naming('f', (rule) => {
      css += rule;
    }),
  );
  return { fitter, css: () => css };
}

/** Gives the rules to the document through the CSSOM, under other names than those of the page as it was served. */
export function documentFitter(): Fitter {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets.push(sheet);
  return createFitter(naming('g', (rule) => sheet.insertRule(rule, sheet.cssRules.length)));
}
