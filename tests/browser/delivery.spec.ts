/** How a page arrives: what has to be there before it can be read, what waits, and that nothing moves meanwhile. */

import type { Request, Route } from '@playwright/test';
import { expect, isAlive, type Page, test } from './fixtures';

const PATHS = ['/', '/artist/mara-voss'];
const VIEWS = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

const isScript = (request: Request) => request.resourceType() === 'script';
const isHero = (request: Request) =>
  request.resourceType() === 'image' && request.url().includes('vesna-kole');

/** Lets only what `isLet` says through, and the rest when the returned function is called. */
async function holdAll(page: Page, isLet: (request: Request) => boolean) {
  const held: Route[] = [];
  let isOpen = false;
  await page.route('**', (route) => {
    if (isOpen || isLet(route.request())) return route.fallback();
    held.push(route);
  });
  return async () => {
    isOpen = true;
    await Promise.all(held.map((route) => route.fallback()));
  };
}

const isDocument = (request: Request) => request.isNavigationRequest();
const isFont = (request: Request) => request.resourceType() === 'font';

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
  test(`${path} can be read when nothing but the document has come`, async ({ page }) => {
    await holdAll(page, isDocument);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
    await expect(page.getByText('Teatro Lanterna')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Admin panel' })).toBeVisible();
  });

  test(`${path} has its largest paint with the document and one picture`, async ({ page }) => {
    const release = await holdAll(page, (request) => isDocument(request) || isHero(request));
    await page.goto(path, { waitUntil: 'commit' });
    const largest = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          new PerformanceObserver((list) => {
            const { element } = list.getEntries().at(-1) as unknown as { element: Element };
            if (element?.matches('img')) resolve(element.getAttribute('alt') ?? '');
          }).observe({ type: 'largest-contentful-paint', buffered: true });
        }),
    );
    expect(await largest).toBe('Mara Voss');
    await release();
  });

  test(`${path} asks for no script before the hero’s picture is there`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => void (isScript(request) && asked.push(request.url())));
    const release = await holdAll(page, (request) => !isHero(request));
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
    expect(asked).toEqual([]);
    await release();
    await isAlive(page);
    expect(asked[0]).toContain('/assets/main-');
  });

  for (const view of VIEWS) {
    test(`nothing moves on ${path} at ${view.width} pixels, from the first paint to its end`, async ({
      page,
    }) => {
      await page.setViewportSize(view);
      // With the typeface there: on a first visit to a busy machine, wide names may be painted in its stand-in before.
      await page.goto(path);
      await page.evaluate(() => document.fonts.ready);
      await page.reload();
      await isAlive(page);
      await page.waitForLoadState('networkidle');
      await page.mouse.move(view.width / 2, view.height / 2);
      for (let step = 0; step < 12; step++) await page.mouse.wheel(0, view.height);
      await expect(page.getByRole('contentinfo')).toBeInViewport();
      expect(await shifted(page)).toBe(0);
    });
  }
}

test('a name is shown when what it stands on is there', async ({ page, site }) => {
  const whole = await (await fetch(site.url)).text();
  const cut = (end: string) => whole.slice(0, whole.indexOf(end));
  for (const [end, isShown] of [
    ['View Profile', false],
    ['<section class="release', true],
  ] as const) {
    await page.route('/', (route) => route.fulfill({ body: cut(end), contentType: 'text/html' }));
    await page.goto('/');
    await expect(page.getByText('Mara Voss').first()).toBeVisible({ visible: isShown });
  }
});

test('a press before the page is alive is not lost', async ({ page }) => {
  const release = await holdAll(page, (request) => !isScript(request));
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Listen Now' }).click();
  await expect(page.getByRole('status')).toBeEmpty();
  await release();
  await expect(page.getByRole('status')).toContainText('streaming app');
});

test('pictures come in the size that the screen needs', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const card = page
    .getByRole('link', { name: /Night Ferry/ })
    .first()
    .getByRole('img');
  await expect(card).toHaveAttribute('srcset', /\/render\/image\/public\/.*width=480 480w/);
  await card.scrollIntoViewIfNeeded();
  await expect
    .poll(() => card.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toContain('/storage/v1/render/image/public/cast/night-ferry.webp?width=480');
});

test('a picture that the server cannot make smaller is shown as it is', async ({ page }) => {
  await page.route('**/render/image/**', (route) => route.fulfill({ status: 503 }));
  await page.goto('/');
  const hero = page.getByRole('img', { name: 'Mara Voss' }).first();
  await expect(hero).toHaveAttribute('src', /object\/public/);
  await expect
    .poll(() => hero.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test('who saves data gets nothing that was not asked for', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  const asked: string[] = [];
  page.on('request', (request) => void (isScript(request) && asked.push(request.url())));
  await page.goto('/');
  await isAlive(page);
  await page.waitForLoadState('networkidle');
  expect(asked).toHaveLength(1);
  await page.getByRole('link', { name: 'View Profile' }).click();
  await expect(page.getByText('Mara Voss writes at night.')).toBeVisible();
});

test('what the next page needs is there before somebody goes to it', async ({ page }) => {
  await page.goto('/');
  await isAlive(page);
  await page.waitForLoadState('networkidle');
  const asked: string[] = [];
  page.on('request', (request) => void (isScript(request) && asked.push(request.url())));
  await page.getByRole('link', { name: 'View Profile' }).click();
  await expect(page.getByText('Mara Voss writes at night.')).toBeVisible();
  expect(asked).toEqual([]);
});

test('where a part of the front end is gone, the browser goes to the page by itself', async ({
  page,
}) => {
  await page.route('**/assets/letters-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await isAlive(page);
  await page.getByRole('link', { name: 'View Profile' }).click();
  await expect(page).toHaveURL('/artist/mara-voss');
  await expect(page.getByText('Mara Voss writes at night.')).toBeVisible();
});

test('where the front end itself is gone, the page is asked for once more, and once only', async ({
  page,
}) => {
  let loads = 0;
  page.on('request', (request) => {
    if (isDocument(request)) loads += 1;
  });
  await page.route('**/assets/main-*.js', (route) => route.fulfill({ status: 404 }));
  await page.goto('/');
  await expect.poll(() => loads).toBe(2);
  await page.waitForLoadState('networkidle');
  expect(loads).toBe(2);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
});

test('nothing of the page keeps it out of the back/forward cache', async ({ page, site }) => {
  await page.goto('/');
  await isAlive(page);
  await page.waitForLoadState('networkidle');
  await page.goto(`${site.url}/health/live`);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const reasons = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as unknown as {
      notRestoredReasons: { reasons: { reason: string }[] | null } | null;
    }[];
    return (entry?.notRestoredReasons?.reasons ?? []).map(({ reason }) => reason);
  });
  // A browser under a test's control keeps no pages, and says so; what the page itself did would stand beside it.
  expect(reasons.filter((reason) => reason !== 'masked')).toEqual([]);
});

test('anchors lead to sections that were not laid out before', async ({ page }) => {
  await page.goto('/#events');
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/');
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeInViewport();
});

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
  await page.setViewportSize({ width: 390, height: 844 });
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
  await page.setViewportSize({ width: 390, height: 844 });
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
  await page.setViewportSize({ width: 390, height: 844 });
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
    await other.setViewportSize({ width: 390, height: 844 });
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

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a phone sets a page in its typeface, and has all of it', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/artist/mara-voss');
    await expect(page.locator('body')).toHaveCSS('font-family', /^Archivo,/);
    await expect(page.getByText('Connect', { exact: true })).toBeVisible();
  });
});
