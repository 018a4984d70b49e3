/** The page for the press, and the poster that it is on paper. */

import { OWNED } from '../../live/cast';
import { addDays, daysFromToday } from '../../live/dates';
import { violations } from '../axe';
import { expect, isAlive, type Locator, PICTURE, test } from '../fixtures';
import { linesOf } from '../lines';
import { setText } from './large-text';

const PRESS = `/artist/${OWNED}/press`;
const PAGES = /\/Type\s*\/Page\b/g;

for (const [width, scheme] of [
  [390, 'dark'],
  [1440, 'light'],
] as const) {
  test(`the press copies texts and dates and downloads the photograph, on white, and goes on, at ${width} px (U7)`, async ({
    page,
    site,
  }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: scheme });
    const bio = 'First. Second.\n\nThird, much later.';
    await site.rest('PATCH', `music_artists?id=eq.${OWNED}`, {
      bio,
      image_alt: 'Mara Voss at a window',
      credit: 'Irene Stell',
    });
    await page.goto(`/artist/${OWNED}`);
    await page.getByRole('link', { name: /^Press/ }).click();
    await expect(page).toHaveURL(PRESS);
    await expect(page).toHaveTitle(/^Mara Voss, press – /);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss, press');
    await expect(page.locator('.press-kit')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
    await expect(page.getByRole('img', { name: 'Mara Voss at a window' })).toBeVisible();
    await expect(page.getByText('Credit: Irene Stell')).toBeVisible();
    expect(await violations(page)).toEqual([]);
    const print = await page.getByRole('button', { name: 'Print poster' }).boundingBox();
    expect(print?.y).toBeGreaterThan(8 + (await bottomOfLetters(page.locator('h1 .bill'))));
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    for (const [name, text] of [
      ['short biography', 'First. Second.'],
      ['biography', bio],
    ] as const) {
      await page.getByRole('button', { name: `Copy ${name}`, exact: true }).click();
      await expect(page.getByRole('button', { name: `Copied ${name}`, exact: true })).toBeFocused();
      expect(await copied()).toBe(text);
    }
    await page.getByRole('button', { name: 'Copy dates' }).click();
    await expect.poll(copied).toMatch(/Teatro Lanterna, Trieste\n.*Silver Oar, Glasgow$/);
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download photograph' }).click();
    expect((await download).suggestedFilename()).toMatch(/^vesna-kole\.webp$/);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true);
    await page.getByRole('link', { name: 'Profile', exact: true }).click();
    await expect(page).toHaveURL(`/artist/${OWNED}`);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Past dates' }).click();
    await expect(page).toHaveURL('/events/past');
  });
}

test('on a phone Copy stands beside each text that it copies (U7) @release', async ({
  page,
  site,
}) => {
  const bio = `${'She writes at night. '.repeat(12)}\n\nHer third record.`;
  await site.rest('PATCH', `music_artists?id=eq.${OWNED}`, { bio });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(PRESS);
  const head = page.locator('.press-kit__head', { hasText: 'Short biography' });
  const [title, copy] = await Promise.all(
    ['.head', '.btn'].map((part) => head.locator(part).boundingBox()),
  );
  expect(copy?.x).toBeGreaterThanOrEqual((title?.x ?? 0) + (title?.width ?? Infinity));
});

test('no address and no town is broken within a word, on a phone or with text at twice its size (U7) @release', async ({
  page,
  site,
}) => {
  const url = 'https://youtube.com/@maravossandband';
  await site.rest('POST', 'music_links', { artist_id: OWNED, position: 0, url });
  const town = 'Gothenburgsvarvet';
  await site.rest('PATCH', `music_events?artist_id=eq.${OWNED}`, { location: `${town}, Sweden` });
  await page.goto(PRESS);
  await isAlive(page);
  for (const [width, percent] of [
    [390, 100],
    [667, 100],
    [768, 200],
    [1024, 100],
    [1440, 200],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await setText(page, percent);
    for (const word of ['maravossandband', town]) {
      const lines = await page.getByText(word).first().evaluate(linesOf, word);
      expect(lines, `${word} at ${width} px with text at ${percent} %`).toBe(1);
    }
  }
});

test('no heading of the press page is wider than a small phone, however large the text @release', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 844 });
  await page.goto(PRESS);
  await isAlive(page);
  await setText(page, 210);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('an address under Connect breaks between its parts on a phone (A5) @release', async ({
  page,
  site,
}) => {
  await site.rest('PATCH', `music_artists?id=eq.${OWNED}`, {
    website: 'https://mara-voss.example/tour/summertime/2027',
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/artist/${OWNED}`);
  const address = page.getByRole('region', { name: 'Connect' }).getByRole('link').first();
  expect(await address.evaluate(linesOf, 'summertime')).toBe(1);
});

/** A letter such as y ends below the line that it stands on. */
const bottomOfLetters = (name: Locator) =>
  name.evaluate((element) => {
    const letters = document.createRange();
    letters.selectNodeContents(element.querySelector('.line:last-child') ?? element);
    return letters.getBoundingClientRect().bottom;
  });

test('on paper it is one sheet: name, dates in two columns, no controls (U7) @release', async ({
  page,
  site,
}) => {
  const events = Array.from({ length: 30 }, (_, day) => ({
    artist_id: OWNED,
    date: addDays(daysFromToday(70), day),
    venue: `Hall ${day}`,
    location: 'Oslo, Norway',
  }));
  await site.rest('POST', 'music_events', events);
  await page.goto(PRESS);
  await page.emulateMedia({ media: 'print' });
  const poster = page.getByRole('region', { name: 'Tour poster' });
  await expect(poster).toBeVisible();
  await expect(poster.getByRole('listitem')).toHaveCount(16);
  await expect(poster).toContainText('All 32 dates');
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('article')).toBeHidden();
  const lefts = await poster
    .getByRole('listitem')
    .evaluateAll((items) => [
      ...new Set(items.map((item) => Math.round(item.getBoundingClientRect().left))),
    ]);
  expect(lefts).toHaveLength(2);
  const [name, sheet] = [await poster.locator('.bill').boundingBox(), await poster.boundingBox()];
  expect(name?.width).toBeGreaterThan(0.9 * (sheet?.width ?? 0));
  const pdf = await page.pdf({ preferCSSPageSize: true });
  expect(pdf.toString('latin1').match(PAGES)).toHaveLength(1);
});

test('on paper the address is in letters, and the name of the site in one piece (U7) @release', async ({
  page,
  site,
}) => {
  const id = '羊文学と夜の港と朝の光';
  await site.rest('POST', 'music_artists', { id, name: id, genre: 'Shoegaze', image: PICTURE });
  await page.setViewportSize({ width: 718, height: 1000 });
  await page.goto(`/artist/${encodeURIComponent(id)}/press`);
  await page.emulateMedia({ media: 'print' });
  const foot = page.locator('.poster__foot');
  await expect(foot).toContainText(`/artist/${id}`);
  expect((await foot.boundingBox())?.height).toBeLessThan(50);
});

test('letters stand in for a picture that does not load, in its place and on paper (U7, M5)', async ({
  page,
  site,
}) => {
  await site.rest('PATCH', `music_artists?id=eq.${OWNED}`, {
    image: 'https://missing.example/picture.jpg',
  });
  await page.goto(PRESS);
  const letters = page.locator('.press-kit .stand-in');
  await expect(letters).toBeVisible();
  const [head, photo] = await Promise.all(
    [page.getByRole('heading', { name: 'Photograph' }), letters].map((one) => one.boundingBox()),
  );
  expect(photo?.y).toBeGreaterThan((head?.y ?? 0) + (head?.height ?? 0));
  await page.emulateMedia({ media: 'print' });
  const [cut, name] = await Promise.all(
    ['.stand-in', '.poster__name'].map((one) => page.locator(`.poster ${one}`).boundingBox()),
  );
  expect(cut?.height).toBeGreaterThan(100);
  expect(name?.y).toBeGreaterThanOrEqual((cut?.y ?? 0) + (cut?.height ?? 0) - 1);
});

test('the press page of nobody says that there is none, and asks once (U7)', async ({ page }) => {
  for (const path of ['/artist/nobody/press', '/events/past/1900']) {
    let loads = 0;
    page.on('request', (request) => {
      if (request.isNavigationRequest()) loads += 1;
    });
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Not on the bill' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(loads).toBe(1);
    page.removeAllListeners('request');
  }
});
