import type { GoTrueClient } from '@supabase/auth-js';
import type { PostgrestClient } from '@supabase/postgrest-js';
import { services } from '../../paths';
import { hasStoredSession, publishableKey, SESSION_STORAGE_KEY } from './connection';

type OnSaved = (transaction: number) => void;
type Clients = {
  person: PostgrestClient;
  visitor: PostgrestClient;
  writing: (onSaved: OnSaved) => PostgrestClient;
};

let data: Promise<Clients> | undefined;
let auth: Promise<GoTrueClient> | undefined;

/** Asks as the person who is signed in, or as a visitor. */
export async function dataClient(): Promise<PostgrestClient> {
  return (await dataClients()).person;
}

/** As `dataClient`, for a write; `onSaved` is told the number of its transaction, by which it is undone. */
export async function writingClient(onSaved: OnSaved): Promise<PostgrestClient> {
  return (await dataClients()).writing(onSaved);
}

/** Asks as a visitor, whoever is signed in: for what a page shows to everybody. */
export async function visitorClient(): Promise<PostgrestClient> {
  return (await dataClients()).visitor;
}

/** The first page needs none of them: their script comes when there is something to ask for. */
function dataClients(): Promise<Clients> {
  data ??= import('./data-client')
    .then(({ createDataClient }) => {
      const url = serviceUrl(services.data);
      const key = publishableKey();
      const person = { key, accessToken, renewedToken, endSession };
      return {
        person: createDataClient(url, person),
        visitor: createDataClient(url, { key }),
        writing: (onSaved: OnSaved) => createDataClient(url, person, onSaved),
      };
    })
    .catch((error: unknown) => {
      data = undefined;
      throw error;
    });
  return data;
}

/** Loads the data client before it is needed. */
export function warmUp(): void {
  dataClients().catch(() => undefined);
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

/** Forgets a session that the server no longer knows; a visitor has none. */
export async function endSession(): Promise<void> {
  if (!auth && !hasStoredSession()) return;
  await (await authClient()).signOut({ scope: 'local' });
}

/**
 * The token of the session, which is renewed first where it has run out; null for visitors. Throws when it could not be
 * renewed, and is not refused: the session has not ended.
 */
export async function accessToken(): Promise<string | null> {
  if (!auth && !hasStoredSession()) return null;
  const { data: found, error } = await (await authClient()).getSession();
  if (error && !isRefusal(error)) throw error;
  return found.session?.access_token ?? null;
}

/** A token in the place of one that the server says has run out; null when it refuses one. Throws when it does not answer. */
async function renewedToken(): Promise<string | null> {
  const { data: found, error } = await (await authClient()).refreshSession();
  if (error && !isRefusal(error)) throw error;
  return found.session?.access_token ?? null;
}

const isRefusal = ({ status = 0 }: { status?: number | undefined }) =>
  status >= 400 && status < 500;

function serviceUrl(path: string): string {
  return location.origin + path;
}
