import type { LinkType } from '../api/auth/credentials';

/**
 * The link in the page's URL. `token` is null once it was used, while a password is still to be chosen; `redirectTo` is
 * the app that asked for it, if one did.
 */
export type Link = { type: LinkType; token: string | null; redirectTo: string | null };

type Words = {
  title: string;
  /** What the button is for. */
  lead: string;
  action: string;
  done: string;
  /** What to do when the link no longer works. */
  renewal: string;
};

const ASK_AGAIN = 'Please request a new one.';

export const WORDS: Record<LinkType, Words> = {
  recovery: {
    title: 'New password',
    lead: 'Choose a new password for your account.',
    action: 'Set a new password',
    done: 'Your password has been saved, and other devices have been signed out.',
    renewal: 'Enter your email address to get a new one.',
  },
  invite: {
    title: 'Invitation',
    lead: 'You have been invited to work on this site. Accept the invitation, then choose a password.',
    action: 'Accept the invitation',
    done: 'Welcome! Your password has been saved.',
    renewal: 'Ask the person who invited you for a new one.',
  },
  signup: {
    title: 'Your email',
    lead: 'Confirm that this email address is yours.',
    action: 'Confirm my email address',
    done: 'Your email address is confirmed.',
    renewal: ASK_AGAIN,
  },
  email_change: {
    title: 'New email',
    lead: 'Confirm that you want to change your email address.',
    action: 'Confirm the change',
    done: 'Your email address has been changed.',
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

/** Reads the link from a query string; null when it is not one of ours. */
export function readLink(search: string): Link | null {
  const query = new URLSearchParams(search);
  const type = query.get('type') ?? '';
  if (!isLinkType(type)) return null;
  const token = query.get('token_hash') || null;
  const redirectTo = (token && query.get('redirect_to')) || null;
  return token || setsPassword(type) ? { type, token, redirectTo } : null;
}

export function setsPassword(type: LinkType): boolean {
  return type === 'recovery' || type === 'invite';
}

function isLinkType(type: string): type is LinkType {
  return Object.hasOwn(WORDS, type);
}
