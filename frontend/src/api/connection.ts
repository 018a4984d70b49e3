/** What is known of the services before any client of them is loaded. */

export const SESSION_STORAGE_KEY = 'supabase.auth.token';

export const NOT_FOUND = 'PGRST116';

let key = '';

/** Called once in the browser, with the key that the page carries. */
export function connect(publishableKey: string): void {
  key = publishableKey;
}

export function publishableKey(): string {
  return key;
}

export function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(SESSION_STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

/** The client trades the code in the address for a session, and then takes it out. */
export function isReturning(): boolean {
  return new URLSearchParams(location.search).has('code');
}

export function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === NOT_FOUND;
}
