import { readFileSync } from 'node:fs';
import { ARTISTS as CAST_ARTISTS } from '../../live/cast';
import { inRepository } from '../../live/repository';
import { violations } from '../axe';
import { expect, isAlive, type Page, signedInAt, test } from '../fixtures';

const MANIFEST = inRepository('marquee/site/dist/.vite/manifest.json');

type Chunk = { file: string };

/** The parts of the build that a page loads only when they are needed, by their names. */
function laterFiles(names: RegExp): string[] {
  const manifest: Record<string, Chunk> = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  return Object.values(manifest)
    .map(({ file }) => `/${file}`)
    .filter((file) => names.test(file));
}

function watch(page: Page) {
  const seen = { paths: [] as string[], complaints: [] as string[], failed: [] as string[] };
  page.on('request', (request) => seen.paths.push(new URL(request.url()).pathname));
  page.on('requestfailed', (request) => seen.failed.push(request.url()));
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      seen.complaints.push(message.text());
  });
  return seen;
}

const PAGES = ['/', ...CAST_ARTISTS.map(({ id }) => `/artist/${id}`)];

for (const path of PAGES) {
  test(`a visitor’s first view of ${path} makes no call, loads nothing for people who sign in, and logs no errors`, async ({
    page,
  }) => {
    const seen = watch(page);
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect
      .poll(() =>
        page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length),
      )
      .toBe(1);
    await page.waitForLoadState('networkidle');
    expect(seen.paths.filter((asked) => /^\/(rest|auth)\//.test(asked))).toEqual([]);
    const admin = laterFiles(/\/work/);
    expect(admin).toHaveLength(1);
    expect(seen.paths.filter((asked) => admin.includes(asked))).toEqual([]);
    expect(seen.complaints).toEqual([]);
    expect(seen.failed).toEqual([]);
  });
}

test('going from page to page loads no new document and logs no errors', async ({ page }) => {
  const seen = watch(page);
  await page.goto('/');
  await isAlive(page);
  await page.getByRole('link', { name: 'View Profile' }).click();
  await expect(page).toHaveURL('/artist/mara-voss');
  await expect(page).toHaveTitle(/Mara Voss/);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/');
  await page.goBack();
  await expect(page).toHaveURL('/artist/mara-voss');
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Popular Artists' })).toBeVisible();
  expect(seen.paths.filter((path) => path === '/' || path.startsWith('/artist/'))).toEqual(['/']);
  expect(seen.complaints).toEqual([]);
});

test('Back leads the keyboard to the link that was followed @release', async ({ page }) => {
  await page.goto('/');
  await isAlive(page);
  const card = page.getByRole('link', { name: 'Night Ferry' }).last();
  await card.press('Enter');
  await expect(page).toHaveURL(/night-ferry|event/);
  await expect(page.locator('main')).toBeFocused();
  await page.goBack();
  await expect(card).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(card).not.toBeFocused();
  await expect(page.getByRole('link', { name: 'Skip to content' })).not.toBeFocused();
});

test('an unknown artist answers 404 and leads to the home page, which says so (A9)', async ({
  page,
}) => {
  const answer = await page.goto('/artist/unknown');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
  const told = page.getByRole('status').filter({ hasText: 'There is no artist at that address.' });
  await expect(told).toHaveCount(1);
  await expect(told).not.toContainText('Did you mean');
  await expect(told.getByRole('link')).toHaveCount(0);
});

test('a misspelt artist leads to the home page, which offers whom it may mean (A9) @release', async ({
  page,
}) => {
  const answer = await page.goto('/artist/nigth-ferry');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveURL('/');
  const told = page.getByRole('status').filter({ hasText: 'There is no artist at that address.' });
  await expect(told).toContainText('Did you mean Night Ferry?');
  expect(await violations(page)).toEqual([]);
  await told.getByRole('link', { name: 'Night Ferry' }).click();
  await expect(page).toHaveURL('/artist/night-ferry');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night Ferry');
  await page.goBack();
  await expect(page.getByText('Did you mean')).toHaveCount(0);
});

test('any other path without a page says so, and leads on (A9) @release', async ({ page }) => {
  const deleted = '/event/6f1c3f0e-8a52-4b7e-9d43-2f6f0b1c5a77';
  for (const path of ['/artist/', '/artist/mara-voss/more', '/event/none', deleted]) {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Not on the bill');
    await expect(page.getByText(`There is nothing at ${path}.`)).toBeVisible();
    await expect(page).toHaveTitle(/^Page not found/);
    await expect(page).toHaveURL(path);
  }
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'All dates' }).click();
  await expect(page).toHaveURL('/#events');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Feed' })).toHaveAttribute('href', '/feed.xml');
  await footer.getByRole('link', { name: 'Past dates' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Past dates/);
});

test('signed in, no page logs errors @release', async ({ page, site }) => {
  const seen = watch(page);
  await signedInAt(page, '/', 'admin', site);
  for (const path of PAGES) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.waitForLoadState('networkidle');
  }
  expect(seen.complaints).toEqual([]);
});

for (const width of [390, 1440]) {
  test(`a picture that cannot be loaded leaves initials in its place everywhere, and no broken image, at ${width} px (M5) @release`, async ({
    page,
    site,
  }) => {
    const name = 'Mara & “Voss”';
    const image = 'https://nowhere.example/missing.webp';
    await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { name, image });
    const [event] = (await site.rest('GET', 'music_events?artist_id=eq.mara-voss&select=id')) as [
      { id: string },
    ];
    await page.setViewportSize({ width, height: 900 });
    for (const [path, boxes] of [
      ['/', ['.hero', '.card', '.release .disc']],
      ['/artist/mara-voss', ['.banner']],
      [`/event/${event.id}`, ['.hero']],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      for (const box of boxes) {
        const standIn = page.locator(`${box} .stand-in`).first();
        // The record turns under the pointer: it is never still enough for Playwright to scroll to it.
        await standIn.evaluate((element) => element.scrollIntoView());
        await expect(standIn).toBeVisible();
        const { width: wide, height: high } = (await standIn.boundingBox()) ?? {};
        expect(Math.min(wide ?? 0, high ?? 0)).toBeGreaterThan(80);
        expect(
          await standIn.evaluate((element) =>
            ['::before', '::after'].map((part) => getComputedStyle(element, part).content),
          ),
        ).toEqual(['"M"', '"V"']);
      }
      await expect(page.getByRole('img', { name })).toHaveCount(0);
    }
  });
}
