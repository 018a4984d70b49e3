import type { SignedIn } from '../../live/cast';
import { daysFromToday } from '../../live/dates';
import {
  CONTACTS,
  closePanel,
  dialog,
  expect,
  failWith,
  fill,
  type LiveSite,
  openPanel,
  type Page,
  signedInAt,
  signInAs,
  test,
} from '../fixtures';
import { endSessions, STORAGE_KEY } from '../sessions';

const edit = (page: Page) => page.getByRole('button', { name: 'Edit Profile' });
const addEvent = (page: Page) => page.getByRole('button', { name: 'Add Event' });

async function expectSignedOut(page: Page): Promise<void> {
  await expect(edit(page)).toHaveCount(0);
  await expect(addEvent(page)).toHaveCount(0);
  await expect
    .poll(() => page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY))
    .toBeNull();
}

/** A loop asks without end; forms that look something up on their way ask a few times more on one machine than on another. */
const LOOP = 15;

/** How many requests were made to the services until the page fell silent. */
async function requestsDuring(page: Page, act: () => Promise<unknown>): Promise<number> {
  let requests = 0;
  const count = (request: { url: () => string }) => {
    if (/\/(rest|auth)\/v1\//.test(request.url())) requests += 1;
  };
  page.on('request', count);
  await act();
  await page.waitForLoadState('networkidle');
  page.off('request', count);
  return requests;
}

async function changeStored(page: Page, change: Readonly<Record<string, unknown>>): Promise<void> {
  await page.evaluate(
    ([key, changes]) => {
      const stored = JSON.parse(localStorage.getItem(key) ?? '{}');
      localStorage.setItem(key, JSON.stringify({ ...stored, ...changes }));
    },
    [STORAGE_KEY, change] as const,
  );
}

test('on load, a stored session restores its account’s rights (D3) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'contact', site);
  await page.reload();
  await expect(addEvent(page)).toBeVisible();
  await expect(edit(page)).toHaveCount(0);
});

test('rights are checked on every load, so those granted or withdrawn meanwhile count (D3) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'stranger', site);
  await expect(edit(page)).toHaveCount(0);
  try {
    await site.rest('POST', 'music_contacts', [{ user_id: site.cast.stranger.id }]);
    await page.reload();
    await expect(addEvent(page)).toBeVisible();
    await site.marquee(['user', 'role', site.cast.stranger.email, 'service_role']);
    await page.reload();
    await expect(edit(page)).toBeVisible();
  } finally {
    await site.marquee(['user', 'role', site.cast.stranger.email, 'authenticated']);
    await site.rest('DELETE', `music_contacts?user_id=eq.${site.cast.stranger.id}`);
  }
  await page.reload();
  await page.waitForLoadState('networkidle');
  await expect(edit(page)).toHaveCount(0);
  await expect(addEvent(page)).toHaveCount(0);
});

test('a role edited in the browser grants nothing (D3)', async ({ page, site }) => {
  await signedInAt(page, '/artist/mara-voss', 'stranger', site);
  await changeStored(page, {
    user: { id: site.cast.owner.id, email: site.cast.stranger.email, role: 'service_role' },
  });
  await page.reload();
  await page.waitForLoadState('networkidle');
  await expect(addEvent(page)).toHaveCount(0);
  const panel = await openPanel(page);
  await expect(panel.getByText('Your account cannot add artists', { exact: false })).toBeVisible();
});

test('signing in and out changes the controls at once (D3)', async ({ page, site }) => {
  await page.goto('/artist/mara-voss');
  await expect(addEvent(page)).toHaveCount(0);
  const panel = await signInAs(page, 'contact', site);
  await expect(page.locator('main').getByText('Add Event')).toBeVisible();
  await panel.getByText('Sign Out').click();
  await expect(dialog(page)).toHaveCount(0);
  await expectSignedOut(page);
});

test('signing in as someone else gives that account’s rights and no more (D3)', async ({
  page,
  site,
}) => {
  await page.goto('/artist/mara-voss');
  const panel = await signInAs(page, 'admin', site);
  await panel.getByText('Sign Out').click();
  await expect(dialog(page)).toHaveCount(0);
  await signInAs(page, 'stranger', site);
  await page.waitForLoadState('networkidle');
  await expect(page.locator('main').getByText('Edit Profile')).toHaveCount(0);
});

const CHECKS = [
  ['the user', 'admin', '/auth/v1/user'],
  ['the contact rows', 'contact', CONTACTS],
] as const;

for (const [what, who, address] of CHECKS) {
  test(`a failed check of ${what} means not authorised, and is said (D3) @release`, async ({
    page,
    site,
  }) => {
    await failWith(page, '500', ({ pathname }) => pathname === address);
    await page.goto('/artist/night-ferry');
    const panel = await signInAs(page, who, site);
    await expect(panel.getByRole('alert')).toContainText('could not be asked what you may change');
    await expect(panel.getByText('Your account cannot')).toHaveCount(0);
    await closePanel(page);
    await page.waitForLoadState('networkidle');
    await expect(edit(page)).toHaveCount(0);
    await expect(addEvent(page)).toHaveCount(0);
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await expect(who === 'admin' ? edit(page) : addEvent(page)).toBeVisible();
  });
}

test('a session ended elsewhere shows the page signed out on load (D5) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'contact', site);
  await endSessions(site, 'contact');
  const requests = await requestsDuring(page, () => page.reload());
  await expectSignedOut(page);
  // The user, two times three rights, and the end of the session, where that is in time.
  expect(requests).toBeLessThanOrEqual(8);
  await openPanel(page);
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
});

const ATTEMPTS: readonly [string, SignedIn, string, (page: Page) => Promise<void>][] = [
  [
    'a save of the profile',
    'owner',
    '/artist/mara-voss',
    async (page) => {
      await edit(page).click();
      await page.getByRole('textbox', { name: 'Bio' }).fill('A long text that took an hour.');
      await endAndDo(page, 'Save');
    },
  ],
  [
    'an event',
    'contact',
    '/artist/mara-voss',
    async (page) => {
      await addEvent(page).click();
      await fill(page, { Date: daysFromToday(30), Venue: 'Saal am Wehr', Location: 'Basel' });
      await endAndDo(page, 'Add Event');
    },
  ],
];

let current: { site: LiveSite; who: SignedIn } | undefined;

async function endAndDo(page: Page, button: string): Promise<void> {
  if (current) await endSessions(current.site, current.who);
  const control = page.getByRole('button', { name: button, exact: true });
  // A form that looks something up may notice first, and is gone before it is pressed.
  await Promise.race([control.click(), expect(control).toHaveCount(0)]);
}

for (const [what, who, path, act] of ATTEMPTS) {
  test(`${what} after the session was ended elsewhere signs out, changes nothing and does not loop (D5)`, async ({
    page,
    site,
  }) => {
    current = { site, who };
    const before = await Promise.all([
      site.rest('GET', 'music_artists'),
      site.rest('GET', 'music_events'),
    ]);
    await signedInAt(page, path, who, site);
    const requests = await requestsDuring(page, () => act(page));
    expect(requests).toBeLessThan(LOOP);
    await expect
      .poll(() => page.evaluate((key) => localStorage.getItem(key), STORAGE_KEY))
      .toBeNull();
    expect(
      await Promise.all([site.rest('GET', 'music_artists'), site.rest('GET', 'music_events')]),
    ).toEqual(before);
    if (!(await dialog(page).isVisible())) await openPanel(page);
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  });
}

test('text typed into a profile survives the end of the session and can be saved after signing in again (D5) @release', async ({
  page,
  site,
}) => {
  current = { site, who: 'owner' };
  await signedInAt(page, '/artist/mara-voss', 'owner', site);
  await edit(page).click();
  await page.getByRole('textbox', { name: 'Bio' }).fill('A long text that took an hour.');
  await endAndDo(page, 'Save');
  await expect(page.getByRole('alert')).toContainText(/session/i);
  await expect(page.getByRole('textbox', { name: 'Bio' })).toHaveValue(
    'A long text that took an hour.',
  );
  await signInAs(page, 'owner', site);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edit(page)).toBeVisible();
  await expect(page.getByText('A long text that took an hour.')).toBeVisible();
  expect(await site.rest('GET', 'music_artists?select=bio&id=eq.mara-voss')).toEqual([
    { bio: 'A long text that took an hour.' },
  ]);
});

test('in the panel, the end of the session is explained and the login appears (D5)', async ({
  page,
  site,
}) => {
  await page.goto('/');
  const panel = await signInAs(page, 'admin', site);
  const feature = panel.getByRole('button', { name: /^Set Featured.*Night Ferry/ });
  await expect(feature).toBeVisible();
  await endSessions(site, 'admin');
  const requests = await requestsDuring(page, async () => {
    await feature.click();
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  });
  expect(requests).toBeLessThan(15);
  await expect(page.locator('main h1')).toHaveText('Mara Voss');
});

test('an expired session that can be refreshed continues (D5)', async ({ page, site }) => {
  await signedInAt(page, '/artist/mara-voss', 'contact', site);
  await changeStored(page, { expires_at: Math.floor(Date.now() / 1000) - 10 });
  await page.reload();
  await expect(addEvent(page)).toBeVisible();
});

test('an expired session that cannot be refreshed signs out without a loop (D5) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'contact', site);
  await changeStored(page, {
    expires_at: Math.floor(Date.now() / 1000) - 10,
    refresh_token: 'no-such-refresh-token',
  });
  const requests = await requestsDuring(page, () => page.reload());
  await expectSignedOut(page);
  expect(requests).toBeLessThan(LOOP);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
  await openPanel(page);
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
});

test('a malformed stored session counts as signed out (D5) @release', async ({ page }) => {
  await page.goto('/');
  await page.evaluate((key) => localStorage.setItem(key, '{"access_token": 1'), STORAGE_KEY);
  const requests = await requestsDuring(page, () => page.reload());
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
  expect(requests).toBeLessThan(LOOP);
  await openPanel(page);
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
});

test('the page keeps the session under supabase.auth.token and nowhere else (D4)', async ({
  page,
  site,
}) => {
  await page.goto('/');
  await signInAs(page, 'contact', site);
  const keys = await page.evaluate(() => [
    Object.keys(localStorage),
    Object.keys(sessionStorage),
    document.cookie,
  ]);
  expect(keys).toEqual([[STORAGE_KEY], [], '']);
});
