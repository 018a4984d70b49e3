import type { Change, SignedInAs } from '../../api/auth/sign-in';
import { showDraftsOf } from '../../ui/form/kept-drafts';
import { type Session, type SessionHolder, SIGNED_OUT } from './session-state';
import { checkFlags, later, sayUnsure, watchSession } from './watch-session';

/** The sessions that are being signed out here: nothing waits for them, and they do not count as expired. */
const leaving = new WeakSet<SessionHolder>();

/** Keeps `store` up to date with who is signed in and what they may do. */
export function follow(store: SessionHolder): Promise<void> {
  let check = 0;
  let unsay: (() => void) | undefined;

  function sayWhether(isUnsure: boolean): void {
    if (isUnsure) unsay ??= sayUnsure();
    else {
      unsay?.();
      unsay = undefined;
    }
  }

  /** Asks what `user` may do, until the server answers or the session changes. */
  async function askRights(user: SignedInAs): Promise<void> {
    const number = ++check;
    const isAsked = () => number === check && store.read().user?.id === user.id;
    const flags = await checkFlags(user);
    if (!isAsked()) return;
    const isChecked = !flags.isUnsure;
    store.set({ ...store.read(), ...flags, isChecked });
    sayWhether(!isChecked);
    if (!isChecked) later(() => void (isAsked() && askRights(user)));
  }

  async function onChange({ user, isRecovering, needsCode }: Change): Promise<void> {
    const current = store.read();
    if (user && needsCode) {
      check++;
      store.set({
        ...SIGNED_OUT,
        pending: user,
        waiting: current.waiting,
        hasExpired: current.hasExpired,
        isRecovering: isRecovering || (current.isRecovering && isFor(user, current)),
      });
      return;
    }
    if (!user) {
      check++;
      sayWhether(false);
      store.set(afterTheEnd(current, leaving.has(store)));
      return;
    }
    showDraftsOf(user.id);
    // The same person is reported on each return to the tab: they keep their rights until the check is done.
    const isSamePerson = current.user?.id === user.id;
    // Two events report one session at load: the check that is running serves both.
    const isWaiting = isSamePerson && !current.isChecked && !current.isUnsure;
    const base: Session = isSamePerson ? current : { ...SIGNED_OUT, isChecked: false };
    const wasRecovering = current.isRecovering && isFor(user, current);
    store.set({ ...base, user, isRecovering: isRecovering || wasRecovering });
    if (!isWaiting) await askRights(user);
  }

  return watchSession((change) => void onChange(change));
}

/** Giving up a sign-in that still owes its code leaves what waited for a session as it was. */
function afterTheEnd({ user, pending, ...was }: Session, isWished: boolean): Session {
  if (user && isWished) return SIGNED_OUT;
  return {
    ...SIGNED_OUT,
    waiting: user ?? was.waiting,
    hasExpired: was.hasExpired || (!isWished && Boolean(user ?? pending)),
  };
}

/** Whether the session is this person's already, with or without the code of their second factor. */
function isFor({ id }: SignedInAs, { user, pending }: Session): boolean {
  return (user ?? pending)?.id === id;
}

/** Runs `signOut`, which returns null or why it failed, and marks the end of the session as intended. */
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

/** Ends the return from a recovery link: the new password was saved, or the form was closed. */
export function endRecovery(store: SessionHolder): void {
  const current = store.read();
  if (current.isRecovering) store.set({ ...current, isRecovering: false });
}
