/** The typeface of a page, and how it looks until that is there. */

import { expect, isAlive, test } from './fixtures';
import { PATHS, PHONE } from './holding';

test('a page is set in its own typeface', async ({ page }) => {
  await page.goto('/');
  for (const element of [page.locator('body'), page.getByRole('heading', { level: 1 })]) {
    await expect(element).toHaveCSS('font-family', /^Archivo/);
  }
  await expect.poll(() => page.evaluate(() => document.fonts.check('850 16px Archivo'))).toBe(true);
});

test('an accent of the second file stands on its letter', async ({ page }) => {
  await page.goto('/');
  const [bare, accented] = await page.evaluate(async () => {
    await document.fonts.load('100px Archivo');
    await document.fonts.load('100px "Archivo Ext"', 'ź');
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) throw new Error('no canvas');
    canvas.font = '100px Archivo, "Archivo Ext"';
    return ['z', 'ź'].map((letter) => canvas.measureText(letter).actualBoundingBoxRight);
  });
  expect(accented).toBeCloseTo(bare ?? 0, -1);
});

test('a long name in the stand-in is no wider than a phone', async ({ page, site }) => {
  const name = 'Delphine Achterberg';
  await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { name, latest_song: name });
  await page.setViewportSize(PHONE);
  await page.route('**/*.woff2', (route) => route.abort());
  for (const path of PATHS) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await isAlive(page);
    expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(390);
    const cut = await page.locator('.bill').evaluateAll((lines) =>
      lines
        .filter((line) => {
          const range = document.createRange();
          range.selectNodeContents(line);
          return range.getBoundingClientRect().right > innerWidth;
        })
        .map((line) => line.textContent),
    );
    expect(cut).toEqual([]);
  }
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a phone sets a page in its typeface, and has all of it', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/artist/mara-voss');
    await expect(page.locator('body')).toHaveCSS('font-family', /^Archivo,/);
    await expect(page.getByText('Connect', { exact: true })).toBeVisible();
  });
});
