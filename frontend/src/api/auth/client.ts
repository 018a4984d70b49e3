import { AuthClient, type GoTrueClient } from '@supabase/auth-js';
import { ownAnswer } from '../client/own-answer';
import { keptInBrowser } from './kept-in-browser';

/**
 * How long before its end a session should count as expired. Release 2.119 of the client takes no such option and uses
 * its own 90 seconds; the number stays here for the release that does.
 */
export const SESSION_EXPIRY_MARGIN_SECONDS = 7200;

let service = { url: '', headers: {}, fetch: fetchByThisClock };

/** The session client of the page. */
export function createAuthClient(url: string, key: string, storageKey: string): GoTrueClient {
  service = { ...service, url, headers: { apikey: key, Authorization: `Bearer ${key}` } };
  return new AuthClient({
    ...service,
    flowType: 'pkce',
    storageKey,
    storage: keptInBrowser,
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

/**
 * The client compares the end of a session, which the server names by its own clock, with the browser's. Left to know only
 * how long it lasts, it counts from now: a clock that is wrong ends no session early, and renews none again and again.
 */
async function fetchByThisClock(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await ownAnswer(await fetch(input, init), init);
  if (!response.ok || response.status === 204) return response;
  const { expires_at, ...session } = await response.clone().json();
  if (!('access_token' in session)) return response;
  return Response.json(session, { status: response.status });
}
