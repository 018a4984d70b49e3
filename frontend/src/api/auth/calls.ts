import { type AuthError, type GoTrueClient, isAuthError } from '@supabase/auth-js';
import { authClient, endSession } from '../client/client';
import { explain, type Failure } from '../client/explain';
import { writeFailure } from '../client/writes';
import { explainAuth } from './explain';

type Work = (client: GoTrueClient) => Promise<unknown>;

/** Runs calls of the session client that can be made again; null when they worked, otherwise the explanation. */
export function attemptAuth(work: Work): Promise<Failure | null> {
  return run(work, (error) => error);
}

/** Runs calls of the session client that change something: of which it is told when nobody knows whether they worked. */
export function attemptAuthWrite(work: Work): Promise<Failure | null> {
  return run(work, writeFailure());
}

async function run(work: Work, failed: (error: unknown) => unknown): Promise<Failure | null> {
  try {
    await work(await authClient());
    return null;
  } catch (error) {
    const failure = isAuthError(error) ? explainAuth(error, failed) : explain(error);
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
