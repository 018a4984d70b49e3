/** The front end's client options: PKCE, the key of the stored session, automatic refresh. */

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inRepository } from '../../live/repository';
import { type AuthOptions, type Client, dataOf, liveSite, signedIn, visitor } from '../client';

const site = await liveSite();
const STORAGE_KEY = 'supabase.auth.token';

type Kept = Map<string, string>;

/** The front end's options, over a storage that the test can look into. */
const options = (kept: Kept, more: AuthOptions = {}): AuthOptions => ({
  flowType: 'pkce',
  persistSession: true,
  autoRefreshToken: true,
  storageKey: STORAGE_KEY,
  storage: {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
  },
  ...more,
});

const stored = (kept: Kept) => JSON.parse(kept.get(STORAGE_KEY) ?? 'null');

async function withClient<T>(client: Client, run: (client: Client) => Promise<T>): Promise<T> {
  try {
    return await run(client);
  } finally {
    await client.auth.stopAutoRefresh();
  }
}

test('the session is stored under supabase.auth.token, and gone after signing out (D4)', async () => {
  const kept: Kept = new Map();
  await withClient(await signedIn(site, 'contact', options(kept)), async (client) => {
    expect([...kept.keys()]).toEqual([STORAGE_KEY]);
    expect(stored(kept)).toMatchObject({
      user: { email: site.cast.contact.email },
      token_type: 'bearer',
    });
    await client.auth.signOut();
    expect([...kept.keys()]).toEqual([]);
  });
});

test('a new client over the same storage is signed in, without asking the server (D4)', async () => {
  const kept: Kept = new Map();
  await withClient(await signedIn(site, 'contact', options(kept)), async () => {});
  const before = stored(kept);
  await withClient(visitor(site, options(kept)), async (client) => {
    expect((await client.auth.getSession()).data.session?.access_token).toBe(before.access_token);
    expect((await client.auth.getUser()).data.user?.email).toBe(site.cast.contact.email);
  });
});

test('an expired stored session is refreshed automatically (D4)', async () => {
  const kept: Kept = new Map();
  await withClient(await signedIn(site, 'contact', options(kept)), async () => {});
  const before = stored(kept);
  kept.set(
    STORAGE_KEY,
    JSON.stringify({ ...before, expires_at: Math.floor(Date.now() / 1000) - 60 }),
  );
  await withClient(visitor(site, options(kept)), async (client) => {
    const told: string[] = [];
    client.auth.onAuthStateChange((event) => told.push(event));
    expect((await client.auth.getSession()).data.session?.user.email).toBe(site.cast.contact.email);
    await expect.poll(() => told).toContain('INITIAL_SESSION');
    expect(stored(kept).refresh_token).not.toBe(before.refresh_token);
    expect(stored(kept).expires_at).toBeGreaterThan(Date.now() / 1000 + 3000);
    const rows = dataOf(await client.from('music_contacts').select('user_id'));
    expect(rows).toEqual([{ user_id: site.cast.contact.id }]);
  });
});

test('an expired stored session that cannot be refreshed is removed without an error (D4)', async () => {
  const kept: Kept = new Map();
  await withClient(await signedIn(site, 'contact', options(kept)), async () => {});
  kept.set(
    STORAGE_KEY,
    JSON.stringify({ ...stored(kept), expires_at: 1, refresh_token: 'gone-and-forgotten' }),
  );
  await withClient(visitor(site, options(kept)), async (client) => {
    expect((await client.auth.getSession()).data.session).toBeNull();
    expect(stored(kept)).toBeNull();
    expect(dataOf(await client.from('music_artists').select('id'))).toHaveLength(3);
  });
});

test('with PKCE, neither a code without its verifier nor an unknown code signs in (D4)', async () => {
  const kept: Kept = new Map();
  await withClient(visitor(site, options(kept)), async (client) => {
    expect(
      (await client.auth.exchangeCodeForSession('c2b1a5de-0000-4000-8000-000000000000')).error,
    ).not.toBeNull();
    kept.set(`${STORAGE_KEY}-code-verifier`, JSON.stringify('v'.repeat(112)));
    const { data, error } = await client.auth.exchangeCodeForSession(
      'c2b1a5de-0000-4000-8000-000000000000',
    );
    expect(error).toMatchObject({ status: 404, code: 'flow_state_not_found' });
    expect(data.session).toBeNull();
    expect(stored(kept)).toBeNull();
  });
});

test('the access token is verified locally with the site’s public key (D4)', async () => {
  const client = await signedIn(site, 'admin');
  const asked: string[] = [];
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    asked.push(new URL(String(input instanceof Request ? input.url : input)).pathname);
    return original(input, init);
  };
  try {
    const { data, error } = await client.auth.getClaims();
    expect(error).toBeNull();
    expect(data?.header.alg).toBe('ES256');
    expect(data?.claims).toMatchObject({
      sub: site.cast.admin.id,
      email: site.cast.admin.email,
      role: 'service_role',
      aud: 'authenticated',
      aal: 'aal1',
      is_anonymous: false,
      session_id: expect.any(String),
      iss: `${site.url}/auth/v1`,
    });
  } finally {
    globalThis.fetch = original;
  }
  expect(asked).not.toContain('/auth/v1/user');
});

test('tampered claims are refused (D4)', async () => {
  const client = await signedIn(site, 'stranger');
  const token = (await client.auth.getSession()).data.session?.access_token ?? '';
  const [header, payload, signature] = token.split('.') as [string, string, string];
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const forged = Buffer.from(JSON.stringify({ ...claims, role: 'service_role' })).toString(
    'base64url',
  );
  const { data, error } = await client.auth.getClaims(`${header}.${forged}.${signature}`);
  expect(data).toBeNull();
  expect(error).not.toBeNull();
  expect((await client.auth.getUser(`${header}.${forged}.${signature}`)).error?.code).toBe(
    'bad_jwt',
  );
});

test('only public keys are published', async () => {
  const { keys } = (await (await fetch(`${site.url}/auth/v1/.well-known/jwks.json`)).json()) as {
    keys: Record<string, unknown>[];
  };
  expect(keys).toMatchObject([
    { kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', key_ops: ['verify'] },
  ]);
  expect(keys[0]).not.toHaveProperty('d');
});

test('the page has the same options, and keeps the session-expiry margin as a named constant (D4)', async () => {
  const folder = inRepository('frontend/src/api');
  const files = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const source = (
    await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  ).join('');
  expect(source).toMatch(/const SESSION_EXPIRY_MARGIN\w* = 7_?200\b/);
  expect(source).toContain(`'${STORAGE_KEY}'`);
  expect(source).toMatch(/flowType: 'pkce'/);
  expect(source).toMatch(/autoRefreshToken: true/);
  expect(source).toMatch(/persistSession: true/);
});
