import type { SignedInAs } from '../../api/auth/sign-in';

export type Session = {
  user: SignedInAs | null;
  /** Who has given the password and still owes the code of a second factor; to the page they are signed out. */
  pending: SignedInAs | null;
  isAdmin: boolean;
  isContact: boolean;
  /** The artists of which the person is an owner, the first or a further one. */
  owns: readonly string[];
  /** The person becomes an admin again once they turn a second factor on: the site requires it of admins. */
  needsFactor: boolean;
  /** The server has answered what the person may do. */
  isChecked: boolean;
  /** It could not be asked, and is asked again until it answers. */
  isUnsure: boolean;
  /** The browser's stored session is still being read. */
  isUnknown: boolean;
  /** Who was signed in until the session ended without a sign-out on this page: what they left open waits for them. */
  waiting: SignedInAs | null;
  /** It ended by itself; false when it was ended in another tab. */
  hasExpired: boolean;
  /** The person opened a link to choose a new password, and has not chosen one yet. */
  isRecovering: boolean;
};

export const SIGNED_OUT: Session = {
  user: null,
  pending: null,
  isAdmin: false,
  isContact: false,
  owns: [],
  needsFactor: false,
  isChecked: true,
  isUnsure: false,
  isUnknown: false,
  waiting: null,
  hasExpired: false,
  isRecovering: false,
};

/** Holds the session of a page. */
export type SessionHolder = { read: () => Session; set: (next: Session) => void };

/** What a session that is unsure is told as: true for those with rights and for those without. */
export const UNSURE =
  'You are signed in, but the site could not be asked what you may change. This page keeps trying.';
