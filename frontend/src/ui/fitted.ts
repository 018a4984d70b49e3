import { createContext, useContext, useInsertionEffect } from 'react';
import type { Fit } from '../fit';

/** Takes the rule of a class; the same one may come again. */
export type FitSink = {
  /** Called while a page is rendered on the server, where no effect runs. */
  collect?: (name: string, rule: string) => void;
  insert: (name: string, rule: string) => void;
};

/**
 * The class that hands a fit's numbers to the style sheet. A style attribute would do, but the page's policy allows none:
 * on the server the rules go into the page, in the browser through the CSSOM.
 */
export function useFitted(prefix: '' | 'n', fit: Fit): string {
  const sink = useContext(FitSinkContext);
  const w = fit.w.toFixed(1);
  const em = fit.em.toFixed(3);
  const l = fit.l.toFixed(3);
  const name = `${prefix}f${w}_${em}_${l}`.replaceAll('.', '');
  const rule = `.${name}{--${prefix}w:${w};--${prefix}em:${em};--${prefix}l:${l}}`;
  sink.collect?.(name, rule);
  useInsertionEffect(() => sink.insert(name, rule), [sink, name, rule]);
  return name;
}

/** The rules of one rendered page, each once. */
export function collectFits(): { sink: FitSink; css: () => string } {
  const rules = new Map<string, string>();
  const collect = (name: string, rule: string) => void rules.set(name, rule);
  return { sink: { collect, insert: collect }, css: () => [...rules.values()].join('') };
}

function documentSink(): FitSink {
  const inserted = new Set<string>();
  let sheet: CSSStyleSheet | undefined;
  return {
    insert(name, rule) {
      if (inserted.has(name)) return;
      inserted.add(name);
      if (!sheet) {
        sheet = new CSSStyleSheet();
        document.adoptedStyleSheets.push(sheet);
      }
      sheet.insertRule(rule, sheet.cssRules.length);
    },
  };
}

export const FitSinkContext = createContext<FitSink>(documentSink());
