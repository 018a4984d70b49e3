/** A session is renewed once, whatever clock the person has and whatever stands between them and the site. */

import { expect, type Page, test } from '../fixtures';
import { STORAGE_KEY, storeSession } from '../sessions';

const HOUR_MS = 3_600_000;
const CLOCKS = [
  ['two hours ahead', 2 * HOUR_MS],
  ['a day ahead', 24 * HOUR_MS],
  ['two hours behind', -2 * HOUR_MS],
  ['a day behind', -24 * HOUR_MS],
] as const;

const addEvent = (page: Page) => page.getByRole('button', { name: 'Add Event' });

function countRenewals(page: Page): () => number {
  let renewals = 0;
  page.on('request', (request) => {
    if (request.url().includes('grant_type=refresh_token')) renewals += 1;
  });
  return () => renewals;
}

for (const [which, offset] of CLOCKS) {
  test(`with a clock ${which}, a session is renewed at most once (D5) @release`, async ({
    page,
    site,
  }) => {
    await storeSession(page, 'contact', site);
    const renewals = countRenewals(page);
    await page.clock.install({ time: Date.now() + offset });
    await page.goto('/artist/mara-voss');
    await expect(addEvent(page)).toBeVisible();
    await page.clock.runFor(10_000);
    await page.waitForLoadState('networkidle');
    expect(renewals()).toBeLessThanOrEqual(1);
    await page.reload();
    await expect(addEvent(page)).toBeVisible();
    expect(renewals()).toBeLessThanOrEqual(1);
  });
}

test('a token that has run out unnoticed, by a clock that was set back, is renewed (D5) @release', async ({
  page,
  site,
}) => {
  await storeSession(page, 'contact', site);
  const renewals = countRenewals(page);
  let isRefused = false;
  await page.route('**/auth/v1/user', async (route) => {
    if (isRefused) return route.fallback();
    isRefused = true;
    const message = 'invalid JWT: token has invalid claims: token is expired';
    return route.fulfill({ status: 403, json: { code: 403, error_code: 'bad_jwt', msg: message } });
  });
  await page.goto('/artist/mara-voss');
  await expect(addEvent(page)).toBeVisible();
  expect(renewals()).toBe(1);
});

const SIGN_IN_TO_WIFI = '<h1>Please accept the terms of this network</h1>';

for (const status of [200, 403, 429, 500, 511]) {
  test(`a page with ${status} in the place of a renewal ends no session (D5) @release`, async ({
    page,
    site,
  }) => {
    await storeSession(page, 'contact', site);
    await page.clock.install();
    await page.goto('/artist/mara-voss');
    await expect(addEvent(page)).toBeVisible();
    await page.route('**/auth/v1/token*', (route) =>
      route.fulfill({ status, contentType: 'text/html', body: SIGN_IN_TO_WIFI }),
    );
    const asked = page.waitForRequest('**/auth/v1/token*');
    await page.clock.fastForward(HOUR_MS);
    await asked;
    await page.clock.runFor(60_000);
    await page.unroute('**/auth/v1/token*');
    expect(await page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY)).not.toBeNull();
    await page.reload();
    await expect(addEvent(page)).toBeVisible();
  });
}

const UNSURE = 'could not be asked what you may change';

/** Lets some seconds pass again and again: the client waits between its tries, each of which takes real time. */
const passTimeUntil = (page: Page, isSo: () => Promise<boolean>) =>
  expect
    .poll(
      async () => {
        await page.clock.fastForward(20_000);
        return isSo();
      },
      { intervals: [100] },
    )
    .toBe(true);

test('whoever returns behind a public network is shown signed in, and told that the site cannot be asked (D5)', async ({
  page,
  site,
}) => {
  await storeSession(page, 'contact', site);
  await page.goto('/');
  await page.evaluate((key) => {
    const stored = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...stored, expires_at: 1 }));
  }, STORAGE_KEY);
  await page.route('**/auth/v1/**', (route) =>
    route.fulfill({ status: 200, contentType: 'text/html', body: SIGN_IN_TO_WIFI }),
  );
  await page.clock.install();
  await page.goto('/artist/mara-voss');
  const told = page.getByText(UNSURE);
  await passTimeUntil(page, () => told.isVisible());
  await page.getByRole('button', { name: 'Admin panel' }).click();
  await expect(page.getByRole('dialog').getByText(site.cast.contact.email)).toBeVisible();
});

test('what one may do is asked again until the site answers (D5) @release', async ({
  page,
  site,
}) => {
  await storeSession(page, 'admin', site);
  await page.route('**/auth/v1/user', (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: SIGN_IN_TO_WIFI }),
  );
  await page.goto('/artist/mara-voss');
  const told = page.getByText(UNSURE);
  await expect(told).toBeVisible();
  await page.unroute('**/auth/v1/user');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await expect(told).toHaveCount(0);
});
