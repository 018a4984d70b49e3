/** What an access token says, verified in the client with the published keys, also after a rotation. */

import { expect, test } from 'vitest';
import { type Client, dataOf, liveSite, signedIn, visitor } from '../client';

const site = await liveSite();

/** The paths under `/auth/v1` that `use` asks for. */
async function asked(use: () => Promise<unknown>): Promise<string[]> {
  const paths: string[] = [];
  const original = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    paths.push(new URL(input instanceof Request ? input.url : input).pathname);
    return original(input, init);
  };
  await use().finally(() => {
    globalThis.fetch = original;
  });
  return paths;
}

async function accessToken(client: Client): Promise<string> {
  const { data } = await client.auth.getSession();
  return data.session?.access_token ?? '';
}

async function kidOf(client: Client): Promise<unknown> {
  return dataOf(await client.auth.getClaims()).header.kid;
}

async function publishedKids(): Promise<string[]> {
  const answer = await fetch(`${site.url}/auth/v1/.well-known/jwks.json`);
  return (await answer.json()).keys.map(({ kid }: { kid: string }) => kid);
}

test('claims are verified in the client, with the published key', async () => {
  const client = await signedIn(site, 'owner', { storageKey: 'fresh' });
  const paths = await asked(async () => {
    const { claims, header } = dataOf(await client.auth.getClaims());
    expect(claims).toMatchObject({ sub: site.cast.owner.id, role: 'authenticated', aal: 'aal1' });
    expect(claims.amr).toEqual([{ method: 'password', timestamp: expect.any(Number) }]);
    expect(header.alg).toBe('ES256');
  });
  expect(paths).toEqual(['/auth/v1/.well-known/jwks.json']);
});

test('after a rotation both keys verify, also for a client that knew only the former', async () => {
  const before = await signedIn(site, 'owner', { storageKey: 'before' });
  const former = await kidOf(before);
  const old = await accessToken(before);
  await site.marquee(['keys', '--rotate']);
  await expect.poll(publishedKids).toHaveLength(2);
  expect((await publishedKids())[1]).toBe(former);
  const paths = await asked(async () => {
    expect((await before.auth.refreshSession()).error).toBeNull();
    expect(await kidOf(before)).toBe((await publishedKids())[0]);
    expect(dataOf(await visitor(site).auth.getClaims(old)).header.kid).toBe(former);
  });
  expect(paths).not.toContain('/auth/v1/user');
});

test('an unpublished key is checked with the server and refused', async () => {
  const client = await signedIn(site, 'owner', { storageKey: 'forged' });
  const [, claims, signature] = (await accessToken(client)).split('.');
  const head = Buffer.from('{"alg":"ES256","typ":"JWT","kid":"mine"}').toString('base64url');
  const paths = await asked(async () => {
    const { data, error } = await client.auth.getClaims(`${head}.${claims}.${signature}`);
    expect({ data, code: error?.code }).toEqual({ data: null, code: 'bad_jwt' });
  });
  expect(paths.at(-1)).toBe('/auth/v1/user');
});
