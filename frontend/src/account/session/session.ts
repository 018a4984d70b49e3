import { createContext, useSyncExternalStore } from 'react';
import { SESSION_STORAGE_KEY } from '../../api/client/connection';
import { useRequired } from '../../use-required';
import { type Session, type SessionHolder, SIGNED_OUT } from './session-state';

export type SessionStore = SessionHolder & {
  start: () => Promise<void>;
  subscribe: (listener: () => void) => () => void;
};

/** Creates the session of a page: signed out at first, as on the server. `start` reads the browser's stored session. */
export function createSession(): SessionStore {
  let current = SIGNED_OUT;
  let started: Promise<void> | undefined;
  const listeners = new Set<() => void>();

  function set(next: Session): void {
    current = next;
    for (const listener of listeners) listener();
  }

  function start(): Promise<void> {
    started ??= look();
    return started;
  }

  async function look(): Promise<void> {
    set({ ...current, isUnknown: true });
    try {
      // Visitors never need it.
      await (await import('./follow-session')).follow(store);
    } catch (error) {
      started = undefined;
      console.error('checking authorization failed', error);
      set(SIGNED_OUT);
      throw error;
    }
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  const store: SessionStore = { start, subscribe, set, read: () => current };
  return store;
}

/**
 * Starts `session` when a person signs in in another tab: visitors who stay signed out never load the session client.
 * Once it is loaded, the client itself hears of every sign-in and sign-out in other tabs.
 */
export function startWithOtherTabs(session: SessionStore): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key === SESSION_STORAGE_KEY && newValue) session.start().catch(() => undefined);
  });
}

export function useSession(): Session {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.read, () => SIGNED_OUT);
}

export const SessionContext = createContext<SessionStore | null>(null);

export const useSessionStore = (): SessionStore => useRequired(SessionContext);
