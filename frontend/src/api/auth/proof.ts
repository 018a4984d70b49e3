import type { GoTrueClient } from '@supabase/auth-js';
import type { Failure } from '../client/explain';
import { attemptAuth, dataOf } from './calls';
import { createClientAside } from './client';
import { showCodeIn } from './factors';
import { currentSessionId, endOwnSession } from './sessions';

type Proof = {
  email: string;
  password: string;
  /** Of an account with a second factor: its code, or a recovery code. */
  code?: string | undefined;
};

/**
 * Signs in anew, as the server asks for before it changes how people sign in, and ends the former session. The page
 * stays signed in until the new session is complete.
 */
export function proveAnew({ email, password, code }: Proof): Promise<Failure | null> {
  return attemptAuth(async (client) => {
    const former = await currentSessionId();
    const aside = createClientAside();
    const { session } = dataOf(await aside.signInWithPassword({ email, password }));
    await client.setSession(code === undefined ? session : await withCode(aside, code));
    if (former) await endOwnSession(former);
  });
}

async function withCode(aside: GoTrueClient, code: string) {
  try {
    await showCodeIn(aside, code);
  } catch (error) {
    await aside.signOut({ scope: 'local' });
    throw error;
  }
  const { session } = dataOf(await aside.getSession());
  if (!session) throw new Error('the new session has ended');
  return session;
}
