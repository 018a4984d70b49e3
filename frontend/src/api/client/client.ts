import type { GoTrueClient } from '@supabase/auth-js';
import type { PostgrestClient } from '@supabase/postgrest-js';
import { services } from '../../paths';
import { hasStoredSession, publishableKey, SESSION_STORAGE_KEY } from './connection';

let data: Promise<PostgrestClient> | undefined;
let auth: Promise<GoTrueClient> | undefined;

/** The data client of the page. The first page needs none: its script comes when there is something to ask for. */
export function dataClient(): Promise<PostgrestClient> {
  data ??= import('./data-client')
    .then(({ createDataClient }) =>
      createDataClient(serviceUrl(services.data), {
        key: publishableKey(),
        accessToken,
        endSession,
      }),
    )
    .catch((error: unknown) => {
      data = undefined;
      throw error;
    });
  return data;
}

/** Loads the data client before it is needed. */
export function warmUp(): void {
  dataClient().catch(() => undefined);
}

/** The session client, which only people who sign in load. */
export function authClient(): Promise<GoTrueClient> {
  auth ??= import('../auth/client')
    .then(({ createAuthClient }) =>
      createAuthClient(serviceUrl(services.auth), publishableKey(), SESSION_STORAGE_KEY),
    )
    .catch((error: unknown) => {
      auth = undefined;
      throw error;
    });
  return auth;
}

/** Forgets a session that the server no longer knows. */
export async function endSession(): Promise<void> {
  await (await authClient()).signOut({ scope: 'local' });
}

/** The token of the session, which is renewed first where it has run out; null for visitors. */
export async function accessToken(): Promise<string | null> {
  if (!auth && !hasStoredSession()) return null;
  const { data: found } = await (await authClient()).getSession();
  return found.session?.access_token ?? null;
}

function serviceUrl(path: string): string {
  return location.origin + path;
}
