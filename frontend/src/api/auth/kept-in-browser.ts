import type { Session, SupportedStorage } from '@supabase/auth-js';
import { SESSION_STORAGE_KEY } from '../client/connection';

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

/** The session that is kept, whether its token still holds or not; null when none is. */
export function keptSession(): Session | null {
  const kept = keptInBrowser.getItem(SESSION_STORAGE_KEY);
  const session = attempt(() => JSON.parse(`${kept}`) as Session | null);
  return session?.user?.id && session.access_token ? session : null;
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}
