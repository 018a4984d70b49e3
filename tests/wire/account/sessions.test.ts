/** Sessions: listed, ended one by one, and how strongly they are proved. */

import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { type Client, dataOf, expectRefused, liveSite, signedIn, visitor } from '../client';
import { codeOf } from './authenticator';

const site = await liveSite();

type OwnSession = Readonly<{
  id: string;
  created_at: string;
  last_seen_at: string;
  expires_at: string;
  user_agent: string | null;
  ip: string | null;
  aal: string;
}>;

const another = (who: 'admin' | 'owner' | 'stranger'): Promise<Client> =>
  signedIn(site, who, { storageKey: crypto.randomUUID() });

async function sessionsOf(client: Client): Promise<readonly OwnSession[]> {
  return dataOf(await client.from('music_sessions').select());
}

async function idOf(client: Client): Promise<string> {
  return dataOf(await client.auth.getClaims()).claims.session_id;
}

test('people see where they are signed in, and which of it is this one (D10)', async () => {
  const [here, there] = [await another('stranger'), await another('stranger')];
  const listed = await sessionsOf(here);
  const ids = listed.map(({ id }) => id);
  expect(ids).toContain(await idOf(here));
  expect(ids).toContain(await idOf(there));
  expect(listed[0]).toMatchObject({ ip: '127.0.0.1', aal: 'aal1', user_agent: expect.any(String) });
  expect(Date.parse(listed[0]?.expires_at ?? '')).toBeGreaterThan(Date.now());
  expect(await sessionsOf(visitor(site))).toEqual([]);
  expect((await sessionsOf(await another('admin'))).map(({ id }) => id)).not.toContain(ids[0]);
});

test('a session that is ended elsewhere is over at once, and cannot be refreshed (D10)', async () => {
  const [here, there] = [await another('stranger'), await another('stranger')];
  const { error } = await here
    .from('music_sessions')
    .delete()
    .eq('id', await idOf(there));
  expect(error).toBeNull();
  expectRefused(await there.from('music_artists').select().eq('id', 'x'), {
    code: 'PGRST303',
    status: 401,
  });
  expect((await there.auth.refreshSession()).error).toMatchObject({
    name: 'AuthSessionMissingError',
  });
  expect((await here.auth.refreshSession()).error).toBeNull();
});

test('somebody else’s session is not there to be ended', async () => {
  const [admin, stranger] = [await another('admin'), await another('stranger')];
  const { error } = await admin
    .from('music_sessions')
    .delete()
    .eq('id', await idOf(stranger));
  expect(error).toBeNull();
  expect((await stranger.auth.getUser()).error).toBeNull();
});

test('a recovery code takes the place of the phone, once (D11)', async () => {
  const owner = await another('owner');
  const factor = dataOf(await owner.auth.mfa.enroll({ factorType: 'totp' }));
  const [code = ''] = (factor as unknown as { recovery_codes: string[] }).recovery_codes;
  dataOf(
    await owner.auth.mfa.challengeAndVerify({
      factorId: factor.id,
      code: codeOf(factor.totp.secret),
    }),
  );
  const show = async (client: Client) =>
    client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: code.toUpperCase() });
  const lost = await another('owner');
  dataOf(await show(lost));
  expect(dataOf(await lost.auth.mfa.getAuthenticatorAssuranceLevel()).currentLevel).toBe('aal2');
  expect((await show(await another('owner'))).error).toMatchObject({
    status: 422,
    code: 'mfa_verification_failed',
  });
  dataOf(await lost.auth.mfa.unenroll({ factorId: factor.id }));
});

test('an admin with a second factor is an admin only with its code (D11)', async () => {
  const admin = await another('admin');
  const { id, totp } = dataOf(await admin.auth.mfa.enroll({ factorType: 'totp' }));
  dataOf(await admin.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) }));
  const add = (client: Client) =>
    client.from('music_contacts').insert({ user_id: site.cast.stranger.id });
  const weak = await another('admin');
  const refused = await add(weak);
  expectRefused(refused, { code: '42501', status: 403 });
  expect(refused.error?.hint).toBe('This account has a second factor: sign in with its code');
  expect((await sessionsOf(weak)).map(({ aal }) => aal).sort()).toContain('aal2');
  expect((await add(admin)).error).toBeNull();
  dataOf(await admin.auth.mfa.unenroll({ factorId: id }));
});

test('a session that is not fresh changes no way in, until its owner signs in again (D11)', async () => {
  const stolen = await another('stranger');
  await makeOld(await idOf(stolen));
  const needed = { status: 403, code: 'reauthentication_needed' };
  expect((await stolen.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject(needed);
  const email = 'stranger@venue.example';
  expect((await stolen.auth.updateUser({ email })).error).toMatchObject(needed);
  const fresh = await another('stranger');
  const { id, totp } = dataOf(await fresh.auth.mfa.enroll({ factorType: 'totp' }));
  dataOf(await fresh.auth.mfa.challengeAndVerify({ factorId: id, code: codeOf(totp.secret) }));
  await makeOld(await idOf(fresh));
  expect((await fresh.auth.mfa.unenroll({ factorId: id })).error).toMatchObject(needed);
  await site.marquee(['user', 'reset-factors', site.cast.stranger.email]);
});

/** Lets a session have begun long ago: how it was proved stands in its row, with the time. */
async function makeOld(id: string): Promise<void> {
  const script = `import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as database:
    database.execute("UPDATE music_sessions SET amr = replace(amr, ':1', ':-1') WHERE id = ?", sys.argv[2:])`;
  const database = join(site.dataDir, 'marquee.sqlite3');
  await promisify(execFile)(resolve('.venv/bin/python'), ['-c', script, database, id]);
}
