import { createContext, useContext, useSyncExternalStore } from 'react';
import type { SignedInAs } from '../api/auth';
import { logFailure } from '../api/errors';

/** Needed by nobody who only looks around. */
const loadWatch = () => import('./watch');

export type Session = {
  user: SignedInAs | null;
  isAdmin: boolean;
  isContact: boolean;
  /** The flags are the server's answer, not yet missing. */
  isChecked: boolean;
  /** Nobody has looked yet, or is looking. */
  isUnknown: boolean;
  /** It ended without anyone signing out here. */
  hasExpired: boolean;
  /** They came back from a link to choose a new password, and have not done so yet. */
  isRecovering: boolean;
};

export const SIGNED_OUT: Session = {
  user: null,
  isAdmin: false,
  isContact: false,
  isChecked: true,
  isUnknown: false,
  hasExpired: false,
  isRecovering: false,
};

export type SessionStore = ReturnType<typeof createSession>;

/** Who is signed in. Starts as signed out, also on the server; `start` looks for a session in the browser. */
export function createSession() {
  let current = SIGNED_OUT;
  let check = 0;
  let started: Promise<void> | undefined;
  let isLeaving = false;
  const listeners = new Set<() => void>();

  function set(next: Session): void {
    current = next;
    for (const listener of listeners) listener();
  }

  async function onChange(user: SignedInAs | null, isRecovering: boolean): Promise<void> {
    if (!user) {
      check++;
      const wasSignedIn = current.user !== null || current.hasExpired;
      set({ ...SIGNED_OUT, hasExpired: wasSignedIn && !isLeaving });
      return;
    }
    // The same person again, as on each return to the tab: what they may do stays until the answer is here.
    const isSamePerson = current.user?.id === user.id;
    // Two events tell of one session at load: the answer on its way is the second one's too.
    const isWaiting = isSamePerson && !current.isChecked;
    const base = isSamePerson ? current : { ...SIGNED_OUT, isChecked: false };
    set({ ...base, user, isRecovering: isRecovering || base.isRecovering });
    if (isWaiting) return;
    const number = ++check;
    const { checkFlags } = await loadWatch();
    const flags = await checkFlags(user);
    if (number === check) set({ ...current, ...flags, isChecked: true });
  }

  function start(): Promise<void> {
    started ??= look();
    return started;
  }

  async function look(): Promise<void> {
    set({ ...current, isUnknown: true });
    try {
      const { watchSession } = await loadWatch();
      await watchSession((user, isRecovering) => void onChange(user, isRecovering));
    } catch (error) {
      started = undefined;
      logFailure('checking authorization failed', error);
      set(SIGNED_OUT);
      throw error;
    }
  }

  /** A sign-out of one's own is no expiry. */
  async function leave(signOut: () => Promise<string | null>): Promise<string | null> {
    isLeaving = true;
    const failure = await signOut();
    if (failure) isLeaving = false;
    else setTimeout(() => (isLeaving = false), 0);
    return failure;
  }

  /** The new password is chosen, or is not to be. */
  function endRecovery(): void {
    if (current.isRecovering) set({ ...current, isRecovering: false });
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return { start, leave, endRecovery, subscribe, read: () => current };
}

export const SessionContext = createContext<SessionStore | null>(null);

export function useSession(): Session {
  const store = useSessionStore();
  return useSyncExternalStore(store.subscribe, store.read, () => SIGNED_OUT);
}

export function useSessionStore(): SessionStore {
  const store = useContext(SessionContext);
  if (!store) throw new Error('useSession needs a SessionContext above it');
  return store;
}
