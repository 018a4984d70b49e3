/** Sessions of the cast that no page has begun, as of yesterday or of another device. */

import type { Page } from '@playwright/test';
import type { SignedIn } from '../live/cast';
import type { LiveSite } from '../live/site';

export const STORAGE_KEY = 'supabase.auth.token';

/** A new session of whoever has this address and password. */
export async function newSession(site: LiveSite, email: string, password: string) {
  const answer = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: site.key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`${email}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { access_token: string };
}

/** Signs in without the panel, as a person who signed in yesterday has done; until disposed of, on each load anew. */
export async function storeSession(page: Page, who: SignedIn, site: LiveSite) {
  const { email, password } = site.cast[who];
  return page.addInitScript(
    ([key, value]) => {
      if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    },
    [STORAGE_KEY, JSON.stringify(await newSession(site, email, password))] as const,
  );
}

/** Ends every session of one of the cast, as signing out on another device does. */
export async function endSessions(site: LiveSite, who: SignedIn): Promise<void> {
  const { email, password } = site.cast[who];
  const { access_token } = await newSession(site, email, password);
  await fetch(`${site.url}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { apikey: site.key, Authorization: `Bearer ${access_token}` },
  });
}
