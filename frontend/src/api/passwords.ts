import type { AuthError, GoTrueClient } from '@supabase/auth-js';
import { authClient, endSession } from './client';
import { explain, type Failure } from './explain';
import { explainAuth } from './explain-auth';

/** What a link in a mail may be for. */
export type LinkType = 'recovery' | 'invite' | 'signup' | 'email_change' | 'magiclink';

/** `email` is null while the other address has to confirm, too. */
export type Redeemed = { failure: Failure } | { failure: null; email: string | null };

/** Asks for a mail with a link to choose a new password; the answer is the same whoever has the address, or nobody. */
export async function sendRecoveryLink(email: string): Promise<Failure | null> {
  const redirectTo = location.origin;
  return (await ask((client) => client.resetPasswordForEmail(email, { redirectTo }))).failure;
}

/** Uses up the token of a link, and signs in whom it was sent to. */
export function redeemLink(token_hash: string, type: LinkType): Promise<Redeemed> {
  return ask((client) => client.verifyOtp({ token_hash, type }));
}

/** `current` is not asked for just after a link was followed, nor of who has no password yet. */
export async function changePassword(password: string, current?: string): Promise<Failure | null> {
  const change = current === undefined ? { password } : { password, current_password: current };
  const { failure } = await ask((client) => client.updateUser(change));
  // The client itself keeps a session that the server has ended until it next asks who this is.
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
