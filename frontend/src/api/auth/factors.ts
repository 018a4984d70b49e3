import type { AuthError, GoTrueClient } from '@supabase/auth-js';
import { authClient } from '../client/client';
import type { Failure } from '../client/explain';
import type { Resource } from '../queries/query-store';
import { attemptAuth, attemptAuthWrite, dataOf } from './calls';

/** The account's second factor: since when it has one, or null. */
type SecondFactor = { since: string | null };

/** A factor that is on once its first code was shown. `recoveryCodes` are shown only this once. */
export type Enrollment = {
  id: string;
  /** A picture, as a `data:` URL. */
  qrCode: string;
  secret: string;
  uri: string;
  recoveryCodes: string[];
};

export function factorResource(userId: string): Resource<SecondFactor> {
  return {
    key: `factor of ${userId}`,
    tables: [],
    load: async () => {
      const { mfa } = await authClient();
      const { totp } = dataOf(await mfa.listFactors());
      return { since: totp[0]?.created_at ?? null };
    },
  };
}

/** Calls `onDone` with a new factor, which needs a recent sign-in. */
export function enrollFactor(onDone: (added: Enrollment) => void): Promise<Failure | null> {
  return attemptAuth(async ({ mfa }) => {
    const { id, totp, ...rest } = dataOf(await mfa.enroll({ factorType: 'totp' }));
    const { recovery_codes: recoveryCodes } = rest as unknown as { recovery_codes: string[] };
    onDone({ id, qrCode: totp.qr_code, secret: totp.secret, uri: totp.uri, recoveryCodes });
  });
}

/** Shows the first code of a new factor, which turns it on. */
export function confirmFactor(factorId: string, code: string): Promise<Failure | null> {
  return attemptAuthWrite(async ({ mfa }) =>
    dataOf(await mfa.challengeAndVerify({ factorId, code })),
  );
}

/** Forgets a factor that was not turned on. If that fails, the server does it within the hour. */
export async function forgetFactor(factorId: string): Promise<void> {
  await attemptAuth(async ({ mfa }) => dataOf(await mfa.unenroll({ factorId })));
}

/** Removes the account's second factor, which needs a recent sign-in with its code. */
export function removeFactor(): Promise<Failure | null> {
  return attemptAuthWrite(async (client) => {
    const { totp } = dataOf(await client.mfa.listFactors());
    for (const { id } of totp) dataOf(await client.mfa.unenroll({ factorId: id }));
    // The next token no longer claims the code.
    dataOf(await client.refreshSession());
  });
}

/** Shows a code of the account's second factor, or one of its recovery codes, in the session of this page. */
export function showCode(code: string): Promise<Failure | null> {
  return attemptAuth((client) => showCodeIn(client, code));
}

/** Shows such a code in the session of any client. Throws AuthError. */
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
