/** Guessing passwords against the real server: what the client is told, and that no header is worth more guesses. */

import { expect, test } from 'vitest';
import { liveSite, signedIn, visitor } from './client';

/** The tests' requests come from the proxy that the site trusts. */
const site = await liveSite({ env: { MARQUEE_TRUSTED_PROXIES: '127.0.0.1' } });
const { email } = site.cast.owner;

test('forged IPs do not evade the limit, and the owner’s session continues', async () => {
  const owner = await signedIn(site, 'owner');
  const statuses: number[] = [];
  for (let guess = 0; guess < 12; guess++) {
    const answer = await fetch(`${site.url}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      // A proxy appends the address that it saw to what the client wrote.
      headers: { apikey: site.key, 'X-Forwarded-For': `203.0.113.${guess}, 198.51.100.7` },
      body: JSON.stringify({ email, password: `guess number ${guess}` }),
    });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  const there = visitor(site, {}, { 'X-Forwarded-For': '198.51.100.7' });
  const { error } = await there.auth.signInWithPassword({ email, password: 'one more' });
  expect(error).toMatchObject({
    name: 'AuthApiError',
    status: 429,
    code: 'over_request_rate_limit',
    message: 'Request rate limit reached',
  });
  expect((await owner.auth.refreshSession()).error).toBeNull();
  expect((await owner.auth.getUser()).data.user?.email).toBe(email);
});
