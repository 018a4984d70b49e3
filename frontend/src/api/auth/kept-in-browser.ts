import type { SupportedStorage } from '@supabase/auth-js';

const inMemory = new Map<string, string>();

/** The browser's storage; where that is refused, at first or later, a session lives as long as the page. */
export const keptInBrowser: SupportedStorage = {
  getItem: (key) => inMemory.get(key) ?? attempt(() => localStorage.getItem(key)) ?? null,
  setItem: (key, value) => {
    const isKept = attempt(() => {
      localStorage.setItem(key, value);
      return true;
    });
    if (isKept) inMemory.delete(key);
    else inMemory.set(key, value);
  },
  removeItem: (key) => {
    inMemory.delete(key);
    attempt(() => localStorage.removeItem(key));
  },
};

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
