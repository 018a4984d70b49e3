import type { SignedInAs } from '../api/auth';

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

/** Where the session of a page stands. */
export type SessionHolder = { read: () => Session; set: (next: Session) => void };
