import { type AuthError, type GoTrueClient, isAuthError } from '@supabase/auth-js';
import { authClient, endSession } from '../client/client';
import { explain, type Failure } from '../client/explain';
import { explainAuth } from './explain';

/** Runs calls of the session client; null when they worked, otherwise the explanation. */
export async function attemptAuth(
  work: (client: GoTrueClient) => Promise<unknown>,
): Promise<Failure | null> {
  try {
    await work(await authClient());
    return null;
  } catch (error) {
    const failure = isAuthError(error) ? explainAuth(error) : explain(error);
    // By itself, the client would keep the ended session until it next asks for the user.
    if (failure.kind === 'session') await endSession();
    return failure;
  }
}

type Answer = { data: unknown; error: AuthError | null };

/** The data of an answer of the session client. Throws its error. */
export function dataOf<A extends Answer>({ data, error }: A): Extract<A, { error: null }>['data'] {
  if (error) throw error;
  return data;
}
