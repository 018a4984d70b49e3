import { AuthClient, type GoTrueClient } from '@supabase/auth-js';

/**
 * How long before its end a session should count as expired. Release 2.119 of the client takes no such option and uses
 * its own 90 seconds; the number stays here for the release that does.
 */
export const SESSION_EXPIRY_MARGIN_SECONDS = 7200;

let service = { url: '', headers: {} };

/** The session client of the page. */
export function createAuthClient(url: string, key: string, storageKey: string): GoTrueClient {
  service = { url, headers: { apikey: key, Authorization: `Bearer ${key}` } };
  return new AuthClient({
    ...service,
    flowType: 'pkce',
    storageKey,
    autoRefreshToken: true,
    persistSession: true,
    detectSessionInUrl: true,
  });
}

/** A client of the same service, of whose session neither the page nor other tabs hear. */
export function createClientAside(): GoTrueClient {
  return new AuthClient({
    ...service,
    storageKey: 'aside',
    autoRefreshToken: false,
    persistSession: false,
    detectSessionInUrl: false,
  });
}
