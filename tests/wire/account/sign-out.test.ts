/** Signing out, here and elsewhere. */

import { expect, test } from 'vitest';
import { type Client, dataOf, liveSite, signedIn } from '../client';

const site = await liveSite();
const EVENT = { date: '2040-01-01', venue: 'Depot 23', location: 'Ghent', artist_id: 'mara-voss' };

async function isLive(client: Client): Promise<boolean> {
  return (await client.auth.getUser()).error === null;
}

async function threeSessions(): Promise<[Client, Client, Client]> {
  return Promise.all([
    signedIn(site, 'contact'),
    signedIn(site, 'contact'),
    signedIn(site, 'owner'),
  ]);
}

test('signing out leaves no session and no user, and ends the session on the server (D1)', async () => {
  const client = await signedIn(site, 'contact');
  const { data } = await client.auth.getSession();
  expect((await client.auth.signOut()).error).toBeNull();
  expect((await client.auth.getSession()).data.session).toBeNull();
  const { data: after, error } = await client.auth.getUser(data.session?.access_token);
  expect(after.user).toBeNull();
  expect(error?.name).toBe('AuthSessionMissingError');
});

test.each([
  ['global', { here: false, there: false }],
  ['local', { here: false, there: true }],
  ['others', { here: true, there: false }],
] as const)('signing out with scope %s', async (scope, live) => {
  const [here, there, somebodyElse] = await threeSessions();
  expect((await here.auth.signOut({ scope })).error).toBeNull();
  expect({ here: await isLive(here), there: await isLive(there) }).toEqual(live);
  expect(await isLive(somebodyElse)).toBe(true);
});

test('without a scope, every session of this account ends and no other', async () => {
  const [here, there, somebodyElse] = await threeSessions();
  await here.auth.signOut();
  expect([await isLive(here), await isLive(there), await isLive(somebodyElse)]).toEqual([
    false,
    false,
    true,
  ]);
});

test('the access token of an ended session can no longer write (D8)', async () => {
  const [here, there] = await threeSessions();
  await there.auth.signOut({ scope: 'others' });
  const { error, status } = await here.from('music_events').insert([EVENT]);
  expect(status).toBe(401);
  expect(error?.code).toMatch(/^PGRST30/);
  expect(dataOf(await there.from('music_events').select('id').eq('date', EVENT.date))).toEqual([]);
});

test('getUser notices a session that ended elsewhere and signs out', async () => {
  const [here, there] = await threeSessions();
  const told: string[] = [];
  here.auth.onAuthStateChange((event) => told.push(event));
  await there.auth.signOut({ scope: 'others' });
  expect((await here.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  await expect.poll(() => told).toContain('SIGNED_OUT');
  expect((await here.auth.getSession()).data.session).toBeNull();
});

test('the refresh token of an ended session is refused', async () => {
  const [here, there] = await threeSessions();
  await there.auth.signOut({ scope: 'others' });
  expect((await here.auth.refreshSession()).error?.name).toBe('AuthSessionMissingError');
});
