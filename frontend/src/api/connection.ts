/** What the page knows of the services before it loads their clients. */

export const SESSION_STORAGE_KEY = 'supabase.auth.token';

export const NOT_FOUND = 'PGRST116';

let key = '';

/** Sets the publishable key that came with the page; called once. */
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

/** True when the URL has a code, which the session client exchanges for a session and then removes. */
export function isReturning(): boolean {
  return new URLSearchParams(location.search).has('code');
}

export function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === NOT_FOUND;
}
