import type { GoTrueClient, UserResponse } from '@supabase/auth-js';
import type { User } from '../../types';
import { authClient, endSession } from '../client/client';
import { isReturning } from '../client/connection';
import { logFailure } from '../client/errors';
import { isBetween, UNREACHABLE } from '../client/own-answer';
import { explainAuth } from './explain';
import { keptSession } from './kept-in-browser';
import { needsCode } from './token';

export type SignedInAs = Pick<User, 'id' | 'email'>;

/** Who is signed in now. */
export type Change = {
  user: SignedInAs | null;
  /** The person opened this page from a link to choose a new password. */
  isRecovering: boolean;
  /** The account has a second factor, which this session has not shown. */
  needsCode: boolean;
};

/**
 * Null when the person is signed in, otherwise the service's own message, or what kept it from answering, and whether email or
 * password is wrong.
 */
export async function signIn(
  email: string,
  password: string,
): Promise<{ message: string; isWrong: boolean } | null> {
  try {
    const { error } = await (await authClient()).signInWithPassword({ email, password });
    if (!error) return null;
    const message = isBetween(error.status) ? explainAuth(error).message : error.message;
    return { message, isWrong: error.code === 'invalid_credentials' };
  } catch {
    return { message: UNREACHABLE, isWrong: false };
  }
}

export async function signOut(): Promise<string | null> {
  try {
    const { error } = await (await authClient()).signOut();
    if (!error) return null;
    return isBetween(error.status)
      ? explainAuth(error).message
      : `You are still signed in: ${error.message}`;
  } catch {
    return UNREACHABLE;
  }
}

/**
 * Calls `listener` with who is signed in, at once and on every change. `isRecovering` is true once, and not for a link that
 * was opened in another tab. A session whose token could not be renewed is one all the same: the client tells it as none at
 * first, and keeps it. The client waits for its listeners and would deadlock if one called it, so `listener` is called after
 * the client has gone on.
 */
export async function watchSession(listener: (change: Change) => void): Promise<void> {
  let isAwaited = isReturning();
  const client = await authClient();
  client.onAuthStateChange((event, told) => {
    const session = told ?? (event === 'INITIAL_SESSION' ? keptSession() : null);
    const user = session ? { id: session.user.id, email: session.user.email ?? '' } : null;
    const isRecovering = isAwaited && event === 'PASSWORD_RECOVERY';
    if (isRecovering) isAwaited = false;
    const change = { user, isRecovering, needsCode: session !== null && needsCode(session) };
    setTimeout(() => listener(change), 0);
  });
}

/** A token that has run out, which a clock that was set back does not show, is renewed first. */
async function userOf(client: GoTrueClient): Promise<UserResponse> {
  const answer = await client.getUser();
  if (answer.error?.code !== 'bad_jwt') return answer;
  await client.refreshSession();
  return client.getUser();
}

/** Asks the server who is signed in, since stored data could be edited; null when it does not know the session. */
export async function currentUser(): Promise<User | null> {
  const { data, error } = await userOf(await authClient());
  if (data.user) {
    const { id, email = '', role = '', app_metadata } = data.user;
    return { id, email, role, needsFactor: Boolean(app_metadata.needs_second_factor) };
  }
  logFailure('checking authorization failed', error);
  const isRefused = error?.status === 401 || error?.status === 403;
  if (isRefused) {
    await endSession();
    return null;
  }
  throw error;
}
