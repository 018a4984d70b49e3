/** How a page arrives: what has to be there before it can be read, and what waits. */

import { expect, isAlive, test } from '../fixtures';
import { holdAll, isDocument, isHero, isScript, PATHS } from '../holding';

for (const path of PATHS) {
  test(`${path} can be read with the document alone`, async ({ page }) => {
    await holdAll(page, isDocument);
    await page.goto(path, { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
    await expect(page.getByText('Teatro Lanterna').last()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Admin panel' })).toBeVisible();
  });

  test(`${path} needs only the document and one picture for its largest paint`, async ({
    page,
  }) => {
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

  test(`${path} requests no script before the hero’s picture has loaded @release`, async ({
    page,
  }) => {
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
}

test('a press before hydration is not lost', async ({ page }) => {
  const release = await holdAll(page, (request) => !isScript(request));
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Admin panel' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await release();
  await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
});

test('Listen Now and the calendar open before any script has come, and stay open @release', async ({
  page,
}) => {
  const release = await holdAll(page, (request) => !isScript(request));
  await page.goto('/', { waitUntil: 'commit' });
  const message = page.getByText('would launch a streaming app');
  await page.getByRole('button', { name: 'Listen Now' }).click();
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(message).toBeHidden();
  await page.getByRole('button', { name: /^Calendar/ }).click();
  await release();
  await isAlive(page);
  await expect(page.getByRole('link', { name: /^Subscribe/ })).toBeVisible();
});

test('pictures are loaded in the size that the screen needs @release', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const artists = page.getByRole('region', { name: 'Popular Artists' });
  const card = artists.getByRole('link', { name: /Night Ferry/ }).locator('img');
  await expect(card).toHaveAttribute('srcset', /\/render\/image\/public\/.*width=480 480w/);
  await card.scrollIntoViewIfNeeded();
  await expect
    .poll(() => card.evaluate((image: HTMLImageElement) => image.currentSrc))
    .toContain('/storage/v1/render/image/public/cast/night-ferry.webp?width=480');
});

test('a picture that the server cannot resize is shown at its full size @release', async ({
  page,
}) => {
  await page.route('**/render/image/**', (route) => route.fulfill({ status: 503 }));
  await page.goto('/');
  const hero = page.getByRole('img', { name: 'Mara Voss' }).first();
  await expect(hero).toHaveAttribute('src', /object\/public/);
  await expect
    .poll(() => hero.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
});

test('one script is all that home loads first, and two more ask for an artist and show them @release', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => void (isScript(request) && asked.push(request.url())));
  await page.goto('/');
  await isAlive(page);
  expect(asked).toHaveLength(1);
  await page.getByRole('link', { name: 'View Profile' }).click();
  await expect(page.getByText('Mara Voss writes at night.')).toBeVisible();
  expect(asked).toHaveLength(3);
});

test('when the script is gone, the page reloads once and only once @release', async ({ page }) => {
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

test('the page is eligible for the back/forward cache @release', async ({ page, site }) => {
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
