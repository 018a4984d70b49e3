/** What is on the screen stays where it is, whatever comes late. */

import { expect, isAlive, type Page, test } from '../fixtures';
import { holdAll, isFont, PATHS, PHONE } from '../holding';

const TABLET = { width: 768, height: 1024 };
const WIDE = { width: 1440, height: 900 };

/** What a layout shift of the page amounted to until now. */
function shifted(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list, observer) => {
          observer.disconnect();
          resolve(
            list.getEntries().reduce((sum, entry) => sum + (entry as unknown as Shift).value, 0),
          );
        }).observe({ type: 'layout-shift', buffered: true });
        type Shift = { value: number };
        // Without any shift the observer is never called.
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(0)));
      }),
  );
}

for (const path of PATHS) {
  // Between these a bio may break its lines elsewhere in the stand-in.
  for (const view of [PHONE, WIDE]) {
    test(`nothing moves on ${path} at ${view.width} px when the typeface arrives late`, async ({
      page,
    }) => {
      await page.setViewportSize(view);
      const release = await holdAll(page, (request) => !isFont(request));
      await page.goto(path, { waitUntil: 'commit' });
      await isAlive(page);
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint')[0]);
      await release();
      await page.waitForLoadState('networkidle');
      expect(await page.evaluate(() => document.fonts.check('1em Archivo'))).toBe(true);
      await page.mouse.move(view.width / 2, view.height / 2);
      for (let step = 0; step < 12; step++) await page.mouse.wheel(0, view.height);
      await expect(page.getByRole('contentinfo')).toBeInViewport();
      // An icon gives way to its label by some pixels where the stand-in is narrow: 0.000006.
      expect(await shifted(page)).toBeCloseTo(0, 4);
    });
  }
}

test('the head of a profile stays in place when the typeface arrives late', async ({ page }) => {
  await page.setViewportSize(TABLET);
  const release = await holdAll(page, (request) => !isFont(request));
  await page.goto('/artist/mara-voss', { waitUntil: 'commit' });
  await isAlive(page);
  const places = () =>
    page
      .locator('header a')
      .evaluateAll((links) => links.map((link) => link.getBoundingClientRect().left));
  const before = await places();
  expect(before).toHaveLength(4);
  await release();
  await page.evaluate(() => document.fonts.ready);
  expect(await page.evaluate(() => document.fonts.check('1em Archivo'))).toBe(true);
  expect(await places()).toEqual(before);
});

test('a name is shown when what it stands on is there', async ({ page, site }) => {
  const whole = await (await fetch(site.url)).text();
  const cut = (end: string) => whole.slice(0, whole.indexOf(end));
  for (const [end, isShown] of [
    ['View Profile', false],
    ['Latest Release', true],
  ] as const) {
    await page.route('/', (route) => route.fulfill({ body: cut(end), contentType: 'text/html' }));
    await page.goto('/');
    await expect(page.getByText('Mara Voss').first()).toBeVisible({ visible: isShown });
  }
});

test('on the way home, what is on the screen stays in place when the rest has loaded @release', async ({
  page,
}) => {
  for (const view of [PHONE, TABLET, WIDE]) {
    await page.setViewportSize(view);
    await page.goto('/artist/mara-voss');
    await isAlive(page);
    const release = await holdAll(page, (request) => !request.url().includes('/rest/'));
    await page.getByRole('link', { name: 'Back' }).click();
    const seenUpTo = async () => {
      const { y } = (await page.getByRole('region', { name: 'Popular Artists' }).boundingBox()) ?? {
        y: 0,
      };
      return Math.min(y, view.height);
    };
    const before = await seenUpTo();
    await release();
    await expect(page.getByText('Latest Release')).toBeVisible();
    expect(await seenUpTo()).toBe(before);
    await page.unrouteAll();
  }
});

test('reloading far down a page on a phone keeps the scroll position @release', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await isAlive(page);
  const last = page.getByRole('button', { name: /^Get Tickets/ }).last();
  const top = () => last.evaluate((button) => Math.round(button.getBoundingClientRect().top));
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport();
  const before = await top();
  await page.reload();
  await isAlive(page);
  // What is far from the screen has the height that was guessed.
  await expect.poll(async () => Math.abs((await top()) - before)).toBeLessThan(100);
});

test('anchors lead to sections that were not laid out before @release', async ({ page }) => {
  await page.goto('/#events');
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeInViewport();
});

test('a capture of the whole page, without scrolling, has all text of all lists @release', async ({
  page,
}) => {
  for (const view of [PHONE, WIDE]) {
    await page.setViewportSize(view);
    await page.goto('/');
    const others = view === PHONE ? '.menu *' : ':is(.menu, .coming) *';
    const texts = page.getByRole('main').locator(`li :is(h3, p, time, span, b):not(${others})`);
    const hidden = await texts.evaluateAll((elements) =>
      elements
        .filter((element) => !element.checkVisibility({ contentVisibilityAuto: true }))
        .map((element) => element.textContent),
    );
    expect(await texts.count()).toBeGreaterThan(20);
    expect(hidden).toEqual([]);
  }
});
