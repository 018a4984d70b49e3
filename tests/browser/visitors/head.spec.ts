import { expect, isAlive, type Page, test } from '../fixtures';

/** What a browser makes of the head, and of pages that are not there. */

test('the browser accepts the web manifest and its icons', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  await page.goto('/');
  const browser = await page.context().newCDPSession(page);
  const manifest = await browser.send('Page.getAppManifest');
  expect(manifest.url).toBe(new URL('/manifest.webmanifest', page.url()).href);
  expect(manifest.errors).toEqual([]);
  const said = JSON.parse(manifest.data ?? '{}');
  expect(said.name).toBe('Marquee');
  for (const { src, sizes } of said.icons) {
    const drawn = await page.evaluate(async (address: string) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${image.naturalWidth}x${image.naturalHeight}`;
    }, src);
    expect(drawn).toBe(sizes);
  }
  expect(complaints).toEqual([]);
});

const servedTitle = async (page: Page, path: string) =>
  /<title>(.*?)<\/title>/.exec(await (await page.request.get(path)).text())?.[1] ?? '';

test('a page has the title that it was served with when it is taken over, and reached by a click @release', async ({
  page,
}) => {
  for (const path of ['/artist/mara-voss/press', '/events/past', '/artist/mara-voss', '/']) {
    await page.goto(path);
    await isAlive(page);
    await expect(page).toHaveTitle(await servedTitle(page, path));
  }
  await page.getByRole('link', { name: 'View Profile' }).click();
  await expect(page).toHaveTitle(await servedTitle(page, '/artist/mara-voss'));
  await page.locator('a[href^="/event/"]').first().click();
  await expect(page).toHaveURL(/\/event\//);
  await expect(page).toHaveTitle(await servedTitle(page, new URL(page.url()).pathname));
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  for (const scheme of ['dark', 'light'] as const) {
    test(`a missing page says so (${scheme}) @release`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      const answer = await page.goto('/no/such/page');
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is no page here.');
      await page.getByRole('link', { name: /^Go to the home page/ }).click();
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
    });
  }

  test('the pages of links in mails say that they need script, and lead home @release', async ({
    page,
  }) => {
    for (const path of ['/invitation', '/auth/confirm', '/welcome']) {
      await page.goto(path);
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveText('This page needs JavaScript.');
      await page.getByRole('link', { name: /^Go to the home page/ }).click();
      await expect(page).toHaveURL('/');
    }
  });
});
