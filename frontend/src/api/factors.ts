import type { AuthError, GoTrueClient } from '@supabase/auth-js';
import { attemptAuth, dataOf } from './auth-calls';
import type { Failure } from './explain';

/** Shows a code of the account's second factor, or one of its recovery codes, in the session of this page. */
export function showCode(code: string): Promise<Failure | null> {
  return attemptAuth((client) => showCodeIn(client, code));
}

/** The same in the session of any client. Throws AuthError. */
export async function showCodeIn(client: GoTrueClient, code: string): Promise<void> {
  const { totp: factors } = dataOf(await client.mfa.listFactors());
  let wrong: AuthError | null = null;
  for (const { id } of factors) {
    const { error } = await client.mfa.challengeAndVerify({ factorId: id, code });
    if (!error) return;
    wrong = error;
  }
  if (wrong) throw wrong;
  // The factor was removed on another device; the next token says so.
  dataOf(await client.refreshSession());
}
