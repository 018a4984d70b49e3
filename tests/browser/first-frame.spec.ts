/** What a page is set in, and what a phone's first frame does without. */

import { expect, isAlive, type Page, test } from './fixtures';
import { holdAll, isFont, PATHS, PHONE } from './holding';

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

test('a phone sets a page in a stand-in until the typeface is there', async ({ page }) => {
  await page.setViewportSize(PHONE);
  const release = await holdAll(page, (request) => !isFont(request));
  await page.goto('/', { waitUntil: 'commit' });
  await isAlive(page);
  await expect(page.locator('body')).toHaveCSS('font-family', /^"Archivo Fallback"/);
  await release();
  await expect(page.locator('body')).toHaveCSS('font-family', /^Archivo,/);
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

/** Whether anything of the heading's section is drawn; one that is merely far from the screen counts as drawn. */
const isDrawn = (page: Page, name: string) =>
  page.getByText(name, { exact: true }).evaluate((heading) => heading.checkVisibility());

/** The page as its first frame has it, however late one looks: nothing says that the frame is over. */
async function stopAtFirstFrame(page: Page) {
  await page.setViewportSize(PHONE);
  await page.addInitScript(() => {
    window.requestAnimationFrame = () => 0;
  });
}

for (const { path, first, second, id } of [
  { path: '/', first: 'Listen Now', second: 'Upcoming Events', id: 'events' },
  { path: '/artist/mara-voss', first: 'Bio', second: 'Connect', id: 'connect' },
]) {
  test(`a phone’s first frame of ${path} leaves out ${second}, its second has it`, async ({
    page,
    context,
  }) => {
    await stopAtFirstFrame(page);
    await page.goto(path);
    expect(await isDrawn(page, first)).toBe(true);
    expect(await isDrawn(page, second)).toBe(false);
    expect(await page.evaluate(() => document.scrollingElement?.scrollWidth)).toBe(390);
    const other = await context.newPage();
    await other.setViewportSize(PHONE);
    await other.goto(path);
    await expect.poll(() => isDrawn(other, second)).toBe(true);
  });

  test(`a phone’s first frame of ${path}#${id} has ${second}`, async ({ page }) => {
    await stopAtFirstFrame(page);
    await page.goto(`${path}#${id}`);
    expect(await isDrawn(page, second)).toBe(true);
    await expect(page.getByText(second, { exact: true })).toBeInViewport();
  });
}

test('a phone’s first frame is high enough to go back to where somebody was', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await expect.poll(() => isDrawn(page, 'Upcoming Events')).toBe(true);
  await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }));
  await stopAtFirstFrame(page);
  await page.reload();
  expect(await isDrawn(page, 'Upcoming Events')).toBe(false);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(2000);
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
