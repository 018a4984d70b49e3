import type { Failure } from '../client/explain';
import { attemptAuth, attemptAuthWrite, dataOf } from './calls';

/** The kinds of links that emails carry. */
export type LinkType = 'recovery' | 'invite' | 'signup' | 'email_change' | 'magiclink';

/** `email` is null while the account's other email address has to confirm as well. */
type Redeemed = { failure: Failure } | { failure: null; email: string | null };

/** Requests an email with a link to choose a new password. The result is the same if no account has the address. */
export function sendRecoveryLink(email: string): Promise<Failure | null> {
  const redirectTo = location.origin;
  return attemptAuth(async (client) =>
    dataOf(await client.resetPasswordForEmail(email, { redirectTo })),
  );
}

/** Uses up the token of a link, and signs in the person it was sent to. */
export async function redeemLink(token_hash: string, type: LinkType): Promise<Redeemed> {
  let email: string | null = null;
  const failure = await attemptAuth(async (client) => {
    const { user } = dataOf(await client.verifyOtp({ token_hash, type }));
    email = user?.email ?? null;
  });
  return failure ? { failure } : { failure, email };
}

/** `current` is left out just after a link was opened, and when the account has no password yet. */
export function changePassword(password: string, current?: string): Promise<Failure | null> {
  const change = current === undefined ? { password } : { password, current_password: current };
  return attemptAuthWrite(async (client) => dataOf(await client.updateUser(change)));
}

/** Sends a link to the present email address and one to the new one: it changes once both were opened. */
export function requestEmailChange(email: string, current: string): Promise<Failure | null> {
  const change = { email, current_password: current };
  return attemptAuthWrite(async (client) => dataOf(await client.updateUser(change)));
}
