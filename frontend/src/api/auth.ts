import type { User } from '../types';
import { authClient, endSession } from './client';
import { isReturning } from './connection';
import { logFailure } from './errors';

export type SignedInAs = Pick<User, 'id' | 'email'>;

/** The service's own words when it refuses, null when the person is signed in. */
export async function signIn(email: string, password: string): Promise<string | null> {
  try {
    const { error } = await (await authClient()).signInWithPassword({ email, password });
    if (!error) return null;
    return error.status ? error.message : UNREACHABLE;
  } catch {
    return UNREACHABLE;
  }
}

export async function signOut(): Promise<string | null> {
  try {
    const { error } = await (await authClient()).signOut();
    return error ? `You are still signed in: ${error.message}` : null;
  } catch {
    return UNREACHABLE;
  }
}

/**
 * Tells `listener` who is signed in, at once and on every change, and once whether they came back here from a link to
 * choose a new password; what happens in other tabs is no such return. The client waits for its listeners, and would wait for
 * ever if one called it back, so they are called after it has gone on.
 */
export async function watchSession(
  listener: (user: SignedInAs | null, isRecovering: boolean) => void,
): Promise<void> {
  let isAwaited = isReturning();
  const client = await authClient();
  client.onAuthStateChange((event, session) => {
    const user = session ? { id: session.user.id, email: session.user.email ?? '' } : null;
    const isRecovering = isAwaited && event === 'PASSWORD_RECOVERY';
    if (isRecovering) isAwaited = false;
    setTimeout(() => listener(user, isRecovering), 0);
  });
}

/** Asks the server who this is, since what the browser stores could be edited; null when it knows no such session. */
export async function currentUser(): Promise<User | null> {
  const { data, error } = await (await authClient()).getUser();
  if (data.user) {
    return { id: data.user.id, email: data.user.email ?? '', role: data.user.role ?? '' };
  }
  logFailure('checking authorization failed', error);
  const isRefused = error?.status === 401 || error?.status === 403;
  if (isRefused) {
    await endSession();
    return null;
  }
  throw error;
}

const UNREACHABLE = 'The server could not be reached. Check your connection and try again.';
