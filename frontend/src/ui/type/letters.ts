import { useSyncExternalStore } from 'react';
import { useParts } from '../../app/context';
import { loadStyle, REST } from '../../app/styles';

/** Sets names so that they fill their lines. */
export type Fitter = {
  /** The classes of one line that is to be `target` em long. */
  fit: (text: string, target: number, line: Line) => string;
  /** The words of `text` on at most `most` lines. */
  lines: (text: string, most: number) => string[];
};

/** `whole` stays on one line however long it is, `wrapping` does not, a part is a line of its own on narrow screens. */
export type Line = 'whole' | 'wrapping' | Part;

/** Where there is room it stands after `before`, on the one line of `whole`, which is to be `target` em long. */
export type Part = { before: string; whole: string; target: number };

export type Letters = ReturnType<typeof createLetters>;

/**
 * A served page is fitted already: the widths of the letters, and the style of what else there may be to see, arrive
 * only when something on it changes.
 */
export function createLetters(initial: Fitter) {
  let current = initial;
  let loading: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  /** Readies the page for what it did not come with. */
  function load(): Promise<void> {
    loading ??= Promise.all([import('./fitter'), loadStyle(REST)]).then(
      ([{ documentFitter }]) => {
        current = documentFitter();
        for (const listener of listeners) listener();
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return { load, subscribe, read: () => current };
}

/** Leaves the classes of a served page as they are, and its names on the lines on which they stand. */
export function servedFitter(root: Element): Fitter {
  const served = new Map<string, string[]>();
  for (const name of root.querySelectorAll<HTMLElement>('[data-lines]')) {
    const lines = [...name.children].map((line) => line.textContent ?? '');
    served.set(`${name.dataset.lines} ${lines.join(' ')}`, lines);
  }
  return {
    fit: () => '',
    lines: (text, most) => {
      const line = text.trim().replace(/\s+/g, ' ');
      return served.get(`${most} ${line}`) ?? [line];
    },
  };
}

export const useLetters = (): Letters => useParts().letters;

export function useFitter(): Fitter {
  const { subscribe, read } = useLetters();
  return useSyncExternalStore(subscribe, read, read);
}
