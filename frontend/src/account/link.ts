import type { LinkType } from '../api/passwords';

/** What the address of the page says. `token` is null where it was used already, and a password is still to be set. */
export type Link = { type: LinkType; token: string | null };

type Words = {
  title: string;
  /** Why there is a button. */
  lead: string;
  action: string;
  done: string;
  /** How to go on where the link is no good any more. */
  renewal: string;
};

const ASK_AGAIN = 'Ask for a new one where you asked for this one.';

export const WORDS: Record<LinkType, Words> = {
  recovery: {
    title: 'New password',
    lead: 'Choose a new password for your account.',
    action: 'Set a new password',
    done: 'Password saved. Other devices were signed out.',
    renewal: 'Have a new one sent to your address.',
  },
  invite: {
    title: 'Invitation',
    lead: 'You are invited to work on this site. Accept, and choose a password.',
    action: 'Accept the invitation',
    done: 'Welcome. Your password is saved.',
    renewal: 'Ask whoever invited you for a new one.',
  },
  signup: {
    title: 'Your address',
    lead: 'Confirm that this address is yours.',
    action: 'Confirm my address',
    done: 'Your address is confirmed.',
    renewal: ASK_AGAIN,
  },
  email_change: {
    title: 'New address',
    lead: 'Confirm the change of your address.',
    action: 'Confirm my address',
    done: 'Your address is changed.',
    renewal: ASK_AGAIN,
  },
  magiclink: {
    title: 'Sign in',
    lead: 'Sign in with this link.',
    action: 'Sign in',
    done: 'Welcome back.',
    renewal: ASK_AGAIN,
  },
};

/** The link that a query string is the end of; null where it is none of ours. */
export function readLink(search: string): Link | null {
  const query = new URLSearchParams(search);
  const type = query.get('type') ?? '';
  if (!isLinkType(type)) return null;
  const token = query.get('token_hash') || null;
  return token || setsPassword(type) ? { type, token } : null;
}

export function setsPassword(type: LinkType): boolean {
  return type === 'recovery' || type === 'invite';
}

function isLinkType(type: string): type is LinkType {
  return Object.hasOwn(WORDS, type);
}
