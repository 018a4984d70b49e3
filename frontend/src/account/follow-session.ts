import type { SignedInAs } from '../api/auth';
import { type Session, type SessionHolder, SIGNED_OUT } from './session-state';
import { checkFlags, watchSession } from './watch-session';

/** Those whose sign-out is one's own, which is no expiry. */
const leaving = new WeakSet<SessionHolder>();

/** Keeps `store` at who is signed in, and at what they may do. */
export function follow(store: SessionHolder): Promise<void> {
  let check = 0;

  async function onChange(user: SignedInAs | null, isRecovering: boolean): Promise<void> {
    const current = store.read();
    if (!user) {
      check++;
      const wasSignedIn = current.user !== null || current.hasExpired;
      store.set({ ...SIGNED_OUT, hasExpired: wasSignedIn && !leaving.has(store) });
      return;
    }
    // The same person again, as on each return to the tab: what they may do stays until the answer is here.
    const isSamePerson = current.user?.id === user.id;
    // Two events tell of one session at load: the answer on its way is the second one's too.
    const isWaiting = isSamePerson && !current.isChecked;
    const base: Session = isSamePerson ? current : { ...SIGNED_OUT, isChecked: false };
    store.set({ ...base, user, isRecovering: isRecovering || base.isRecovering });
    if (isWaiting) return;
    const number = ++check;
    const flags = await checkFlags(user);
    if (number === check) store.set({ ...store.read(), ...flags, isChecked: true });
  }

  return watchSession((user, isRecovering) => void onChange(user, isRecovering));
}

/** Signs out by `signOut`, which answers null, or why it failed. */
export async function leave(
  store: SessionHolder,
  signOut: () => Promise<string | null>,
): Promise<string | null> {
  leaving.add(store);
  const failure = await signOut();
  if (failure) leaving.delete(store);
  else setTimeout(() => leaving.delete(store), 0);
  return failure;
}

/** The new password is chosen, or is not to be. */
export function endRecovery(store: SessionHolder): void {
  const current = store.read();
  if (current.isRecovering) store.set({ ...current, isRecovering: false });
}
