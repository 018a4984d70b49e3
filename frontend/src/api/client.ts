import type { GoTrueClient } from '@supabase/auth-js';
import type { PostgrestClient } from '@supabase/postgrest-js';
import { services } from '../paths';
import { hasStoredSession, publishableKey, SESSION_STORAGE_KEY } from './connection';
import { createDataClient } from './data-client';

let data: PostgrestClient | undefined;
let auth: Promise<GoTrueClient> | undefined;

/** The data client of the page. */
export function dataClient(): PostgrestClient {
  data ??= createDataClient(serviceUrl(services.data), {
    key: publishableKey(),
    accessToken,
    endSession,
  });
  return data;
}

/** The session client, which only people who sign in load. */
export function authClient(): Promise<GoTrueClient> {
  auth ??= import('./auth/client')
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

async function accessToken(): Promise<string | null> {
  if (!auth && !hasStoredSession()) return null;
  const { data: found } = await (await authClient()).getSession();
  return found.session?.access_token ?? null;
}

function serviceUrl(path: string): string {
  return location.origin + path;
}
