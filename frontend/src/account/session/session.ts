import { createContext, useSyncExternalStore } from 'react';
import { hasStoredSession, SESSION_STORAGE_KEY } from '../../api/client/connection';
import { useRequired } from '../../use-required';
import { type Session, type SessionHolder, SIGNED_OUT } from './session-state';

/** With the session, so that no page needs another's part for it. */
export { can } from '../can';

export type SessionStore = SessionHolder & {
  start: () => Promise<void>;
  /** The session was ended in another tab. */
  endElsewhere: () => void;
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

  function endElsewhere(): void {
    set({ ...SIGNED_OUT, waiting: current.user ?? current.waiting });
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  const store: SessionStore = { start, endElsewhere, subscribe, set, read: () => current };
  return store;
}

/**
 * Starts `session` when a person signs in in another tab: visitors who stay signed out never load the session client, which
 * itself hears of every further sign-in and sign-out. What it does not tell is where a session ended: the browser's storage
 * changes here only by another tab's hand, and while the page was kept aside for Back.
 */
export function followOtherTabs(session: SessionStore): void {
  const look = () => {
    if (hasStoredSession()) session.start().catch(() => undefined);
    else session.endElsewhere();
  };
  addEventListener('storage', ({ key }) => {
    if (key === SESSION_STORAGE_KEY || key === null) look();
  });
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) look();
  });
}

/** Runs `act` whenever somebody signs in, and not when the same person is reported again. Returns how to stop. */
export function onSignIn(session: SessionStore, act: () => void): () => void {
  let before = session.read().user;
  return session.subscribe(() => {
    const { user } = session.read();
    const isOther = user !== null && user.id !== before?.id;
    before = user;
    if (isOther) act();
  });
}

export function useSession(): Session {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.read, () => SIGNED_OUT);
}

export const SessionContext = createContext<SessionStore | null>(null);

export const useSessionStore = (): SessionStore => useRequired(SessionContext);
