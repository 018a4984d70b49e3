/** What the page knows of the services before it loads their clients. */

import { DAY_MS, daysAfter } from '../../format';

export const SESSION_STORAGE_KEY = 'supabase.auth.token';

export const NOT_FOUND = 'PGRST116';

type Served = { key: string; today: string };

let served: Served = { key: '', today: '' };
let servedAt = 0;

/** Sets the publishable key and the site's day that came with the page; called once. */
export function connect(site: Served): void {
  served = site;
  servedAt = Date.now();
}

export function publishableKey(): string {
  return served.key;
}

/** The site's calendar date. The visitor's clock says only how many days ago the page was opened. */
export function siteToday(): string {
  return daysAfter(served.today, Math.floor((Date.now() - servedAt) / DAY_MS));
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
