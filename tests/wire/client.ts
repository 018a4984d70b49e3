/** The unmodified official client, for each of the cast. */

import {
  createClient,
  type SupabaseClient,
  type SupabaseClientOptions,
} from '@supabase/supabase-js';
import { afterAll, expect } from 'vitest';
import WebSocket from 'ws';
import { EVERYBODY, type Who } from '../live/cast';
import { type LiveSite, startSite } from '../live/site';

export type Client = SupabaseClient;
export type AuthOptions = NonNullable<SupabaseClientOptions<'public'>['auth']>;
export type Clients = Readonly<Record<Who, Client>>;

type Refusal = Readonly<{ code: string; status: number }>;

/** A client that nobody is signed in with. It keeps no timer running. */
export function visitor(
  site: Pick<LiveSite, 'url' | 'key'>,
  auth: AuthOptions = {},
  headers: Readonly<Record<string, string>> = {},
): Client {
  return createClient(site.url, site.key, {
    auth: { autoRefreshToken: false, ...auth },
    global: { headers },
    realtime: { transport: WebSocket as unknown as typeof globalThis.WebSocket },
  });
}

/** A client with a session of its own. */
export async function signedIn(site: LiveSite, who: Who, auth: AuthOptions = {}): Promise<Client> {
  const client = visitor(site, auth);
  if (who === 'visitor') return client;
  const { email, password } = site.cast[who];
  const { error } = await client.auth.signInWithPassword({ email, password });
  if (error) throw error;
  return client;
}

/** A client for each of the cast. */
export async function everybody(site: LiveSite): Promise<Clients> {
  const clients = await Promise.all(
    EVERYBODY.map(async (who) => [who, await signedIn(site, who)] as const),
  );
  return Object.fromEntries(clients) as Record<Who, Client>;
}

/** A server for the file's tests. */
export async function liveSite(options?: Parameters<typeof startSite>[0]): Promise<LiveSite> {
  const site = await startSite(options);
  afterAll(() => site.stop());
  return site;
}

/** What came back without an error. */
export function dataOf<A extends { data: unknown; error: unknown }>(answer: A): Data<A> {
  expect(answer.error).toBeNull();
  return answer.data as Data<A>;
}

type Data<A> = A extends { data: infer D; error: null } ? NonNullable<D> : never;

export const NOT_ALLOWED = (who: Who): Refusal => ({
  code: '42501',
  status: who === 'visitor' ? 401 : 403,
});

/** A refusal has all four fields, the status of its kind, and no data. */
export function expectRefused(
  answer: { data: unknown; error: { code: string } | null; status: number },
  { code, status }: Refusal,
): void {
  expect(answer.error).toMatchObject({ code, message: expect.any(String) });
  expect(answer.error).toHaveProperty('details');
  expect(answer.error).toHaveProperty('hint');
  expect({ status: answer.status, data: answer.data }).toEqual({ status, data: null });
}

/** Everything that the data service holds, for "and nothing has changed". */
export async function everything(site: LiveSite): Promise<unknown> {
  const tables = ['music_artists', 'music_events', 'music_contacts'];
  return Promise.all(tables.map((table) => site.rest('GET', `${table}?order=id`)));
}
