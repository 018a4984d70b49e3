import type { AuthError, GoTrueClient } from '@supabase/auth-js';
import { authClient, endSession } from '../client/client';
import { explain, type Failure } from '../client/explain';
import { explainAuth } from './explain';

/** The kinds of links that emails carry. */
export type LinkType = 'recovery' | 'invite' | 'signup' | 'email_change' | 'magiclink';

/** `email` is null while the account's other email address has to confirm as well. */
export type Redeemed = { failure: Failure } | { failure: null; email: string | null };

/** Requests an email with a link to choose a new password. The result is the same if no account has the address. */
export async function sendRecoveryLink(email: string): Promise<Failure | null> {
  const redirectTo = location.origin;
  return (await ask((client) => client.resetPasswordForEmail(email, { redirectTo }))).failure;
}

/** Uses up the token of a link, and signs in the person it was sent to. */
export function redeemLink(token_hash: string, type: LinkType): Promise<Redeemed> {
  return ask((client) => client.verifyOtp({ token_hash, type }));
}

/** `current` is left out just after a link was opened, and when the account has no password yet. */
export async function changePassword(password: string, current?: string): Promise<Failure | null> {
  const change = current === undefined ? { password } : { password, current_password: current };
  const { failure } = await ask((client) => client.updateUser(change));
  // By itself, the client would keep the ended session until it next asks for the user.
  if (failure?.kind === 'session') await endSession();
  return failure;
}

type Answer = { data: { user?: { email?: string } | null } | null; error: AuthError | null };

async function ask(call: (client: GoTrueClient) => Promise<Answer>): Promise<Redeemed> {
  try {
    const { data, error } = await call(await authClient());
    if (error) return { failure: explainAuth(error) };
    return { failure: null, email: data?.user?.email ?? null };
  } catch (error) {
    return { failure: explain(error) };
  }
}
