import { expect, test } from '../fixtures';

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

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  for (const scheme of ['dark', 'light'] as const) {
    test(`a missing page says so (${scheme})`, async ({ page }) => {
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
});
