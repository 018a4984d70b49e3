/** Scripts that come late, or not at all: what is known shows at once, and what did not come is asked for again. */

import {
  dialog,
  expect,
  isAlive,
  type LiveSite,
  openPanel,
  type Page,
  signInAs,
  test,
} from '../fixtures';
import { holdAll, PHONE } from '../holding';
import { storeSession } from '../sessions';

const WORK = /assets\/work-/;
const FURTHER = /assets\/further-/;
const PARTS_OF_PROFILES = /assets\/(profile|data)-/;

const focusIsInside = (page: Page) =>
  dialog(page).evaluate((box) => box.contains(document.activeElement));

for (const [who, title] of [
  ['visitor', 'Admin Login'],
  ['admin', 'Admin panel'],
] as const) {
  test(`the ${who}’s panel opens at once, can be closed, and is there when its script has come (H7) @release`, async ({
    page,
    site,
  }) => {
    if (who === 'admin') await storeSession(page, who, site);
    const release = await holdAll(page, (request) => !WORK.test(request.url()));
    await page.goto('/');
    await isAlive(page);
    const button = page.getByRole('button', { name: 'Admin panel' });
    await button.click();
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await expect(dialog(page).getByRole('status')).toHaveText('One moment...');
    expect(await focusIsInside(page)).toBe(true);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(button).toBeFocused();

    await button.press('Enter');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toHaveCount(0);
    await button.press('Enter');
    await expect(dialog(page)).toBeVisible();
    await release();
    await expect(page.getByRole('dialog', { name: title })).toContainText(
      who === 'admin' ? site.cast.admin.email : 'Password',
    );
    expect(await focusIsInside(page)).toBe(true);
  });
}

test('a profile shows at once the name and the picture that the card had (A1) @release', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await isAlive(page);
  const card = page.getByRole('region', { name: 'Popular Artists' }).getByText('Night Ferry');
  await card.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  const release = await holdAll(page, (request) => request.resourceType() === 'image');
  await card.click();
  await expect(page).toHaveURL('/artist/night-ferry');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night Ferry');
  await expect(page).toHaveTitle(/^Night Ferry/);
  const picture = page.getByRole('img', { name: 'Night Ferry' });
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await release();
  await expect(page.getByRole('heading', { name: 'Bio' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night Ferry');
});

type Part = {
  script: RegExp;
  /** Whether it is asked for by somebody who is signed in. */
  isSignedIn: boolean;
  open: (page: Page, site: LiveSite) => Promise<unknown>;
  /** What says so, and what is there in the end. */
  failure: string;
  shown: (page: Page) => ReturnType<Page['getByRole']>;
};

const inPanel = (page: Page, name: string) =>
  dialog(page).getByRole('button', { name, exact: true }).click();

const PARTS: Record<string, Part> = {
  'the panel': {
    script: WORK,
    isSignedIn: false,
    open: openPanel,
    failure: 'The admin panel could not be loaded.',
    shown: (page) => page.getByRole('heading', { name: 'Admin Login' }),
  },
  'the search': {
    script: /assets\/search-/,
    isSignedIn: false,
    open: (page) => page.getByRole('button', { name: 'Search' }).click(),
    failure: 'The search could not be loaded.',
    shown: (page) => page.getByRole('searchbox'),
  },
  'a profile': {
    script: PARTS_OF_PROFILES,
    isSignedIn: false,
    open: (page) => page.getByRole('link', { name: 'View Profile' }).click(),
    failure: 'This page could not be loaded.',
    shown: (page) => page.getByRole('heading', { name: 'Bio' }),
  },
  People: {
    script: FURTHER,
    isSignedIn: true,
    open: (page) => inPanel(page, 'People'),
    failure: 'People could not be loaded.',
    shown: (page) => dialog(page).getByRole('button', { name: 'Invite' }),
  },
  History: {
    script: FURTHER,
    isSignedIn: true,
    open: (page) => inPanel(page, 'History'),
    failure: 'History could not be loaded.',
    shown: (page) => dialog(page).getByLabel('Person'),
  },
  'Several at once': {
    script: FURTHER,
    isSignedIn: true,
    open: (page) => inPanel(page, 'Several at once'),
    failure: 'The import could not be loaded.',
    shown: (page) => dialog(page).getByLabel('Paste a table'),
  },
};

for (const [name, { script, isSignedIn, open, failure, shown }] of Object.entries(PARTS)) {
  test(`${name} is asked for again after its script did not come, with a sentence and a button`, async ({
    page,
    site,
  }) => {
    await page.goto('/');
    await isAlive(page);
    if (isSignedIn) await signInAs(page, 'admin', site);
    await page.route(script, (route) => route.abort());
    await open(page, site);
    const alert = page.getByRole('alert').filter({ hasText: failure });
    const again = alert.getByRole('button', { name: 'Try again' });
    await again.click();
    await expect(again).toBeVisible();
    await page.unroute(script);
    await again.click();
    await expect(shown(page)).toBeVisible();
    await expect(alert).toHaveCount(0);
  });
}

async function panelWithoutFurther(page: Page, site: LiveSite): Promise<void> {
  await page.goto('/');
  await signInAs(page, 'admin', site);
  await page.route(FURTHER, (route) => route.abort());
}

test('a section whose script did not come asks for it when it is shown again @release', async ({
  page,
  site,
}) => {
  await panelWithoutFurther(page, site);
  await inPanel(page, 'People');
  await expect(page.getByText('People could not be loaded.')).toBeVisible();
  await page.unroute(FURTHER);
  await inPanel(page, 'Account');
  await inPanel(page, 'People');
  await expect(dialog(page).getByRole('button', { name: 'Invite' })).toBeVisible();
});

test('from an import whose script does not come a press leads back to the dates @release', async ({
  page,
  site,
}) => {
  await panelWithoutFurther(page, site);
  await inPanel(page, 'Several at once');
  await expect(page.getByText('The import could not be loaded.')).toBeVisible();
  await inPanel(page, 'All dates');
  await expect(dialog(page).getByRole('heading', { name: 'Manage Events' })).toBeVisible();
});

test('where a sign-in cannot be checked, that is said, and may be tried again (A6) @release', async ({
  page,
  site,
}) => {
  await storeSession(page, 'admin', site);
  await page.route(WORK, (route) => route.abort());
  await page.goto('/artist/mara-voss');
  const told = page.getByRole('status').filter({ hasText: 'Your sign-in could not be checked.' });
  await expect(told).toHaveCount(1);
  await page.unroute(WORK);
  await told.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await expect(told).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

test('a page that was served stays readable without its script, and comes to life when that has come', async ({
  page,
}) => {
  const profile = /assets\/profile-/;
  await page.route(profile, (route) => route.abort());
  await page.goto('/artist/mara-voss');
  const told = page.getByRole('status').filter({ hasText: 'A part of this page could not' });
  await expect(told).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
  await expect(page.getByRole('heading', { name: 'Bio' })).toBeVisible();
  await openPanel(page);
  await page.keyboard.press('Escape');
  await page.unroute(profile);
  await told.getByRole('button', { name: 'Try again' }).click();
  await expect(told).toHaveCount(0);
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('link', { name: 'View Profile' }).click();
  await expect(page.getByRole('heading', { name: 'Bio' })).toBeVisible();
});
