/** The name that a page begins with: whole and under nothing, whatever the window, the name and the size of the text. */

import { tonight } from '../../live/dates';
import { violations } from '../axe';
import { expect, isAlive, type Page, test } from '../fixtures';
import { setText } from './large-text';
import { only } from './only-events';

const LOW = [
  [360, 225],
  [667, 375],
  [740, 360],
  [720, 450],
  [844, 390],
] as const;
const HIGH = [
  [390, 844],
  [700, 560],
  [768, 1024],
  [1440, 900],
] as const;
const NAMES = [
  'Ox',
  'Mara Voss',
  'The Extraordinary Travelling Orchestra of Saint Bartholomew-on-Sea',
  'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetze',
  'Оркестр имени неизвестного композитора с улицы Большая Посадская',
  '東京スカパラダイスオーケストラ',
];

/** What is wrong with the name as it stands: nothing, when it is below the head, in the hero, and not covered. */
function faultsOfName(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const rectOf = (selector: string) => {
      const element = document.querySelector(selector);
      if (!element) throw new Error(`no ${selector}`);
      return element.getBoundingClientRect();
    };
    const [head, hero] = [rectOf('.site-head'), rectOf('.hero')];
    const name = document.querySelector('h1');
    if (!name) throw new Error('no name');
    const faults: string[] = [];
    if (name.getBoundingClientRect().top < head.bottom - 0.5) faults.push('begins under the head');
    const range = document.createRange();
    range.selectNodeContents(name);
    const lines = [...range.getClientRects()].filter(({ width }) => width > 1);
    if (lines.length === 0) faults.push('is not there');
    for (const { left, right, top, bottom } of lines) {
      if (left < -1 || right > innerWidth + 1)
        faults.push(`is cut at the side: ${left} to ${right}`);
      // Letters are lower than the box that the browser reports for them.
      const ink = top + (bottom - top) / 8;
      if (ink < head.bottom - 1 || bottom > hero.bottom) faults.push(`is cut: ${ink} to ${bottom}`);
      for (const share of [0.02, 0.5, 0.98]) {
        const [x, y] = [left + share * (right - left), (top + bottom) / 2];
        const first = document.elementFromPoint(x, y);
        if (first && !name.contains(first)) faults.push(`is under ${first.className}`);
      }
    }
    const excess = document.documentElement.scrollWidth - innerWidth;
    if (excess > 0) faults.push(`the page is ${excess} px too wide`);
    return faults;
  });
}

for (const name of NAMES) {
  test(`the name “${name}” is whole and under nothing in any window, also with large text (H1)`, async ({
    page,
    site,
  }) => {
    // On the day the most stands beside it.
    const [event] = await only(site, [{ date: tonight(), start_time: '23:59' }]);
    await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { name });
    for (const path of ['/', `/event/${event?.id}`]) {
      await page.goto(path);
      await isAlive(page);
      for (const [width, height] of [...LOW, ...HIGH]) {
        await page.setViewportSize({ width, height });
        for (const percent of [200, 100]) {
          await setText(page, percent);
          const faults = await faultsOfName(page);
          expect(faults, `${path} at ${width}×${height}, ${percent} %`).toEqual([]);
        }
        const isFull = path === '/' && height >= 560;
        if (isFull) expect(await heightOfHero(page), `at ${width}×${height}`).toBe(600);
      }
    }
  });
}

test('in a low window the name is on one line and the first thing below the head (H1) @release', async ({
  page,
}) => {
  await page.goto('/');
  await isAlive(page);
  for (const [width, height] of LOW) {
    await page.setViewportSize({ width, height });
    const order = await page.locator('.hero__in > *').evaluateAll((parts) =>
      parts
        .map((part) => ({ part: part.className, top: part.getBoundingClientRect().top }))
        .sort((one, other) => one.top - other.top)
        .map(({ part }) => part),
    );
    expect(order).toEqual(['hero__name', 'hero__genre', 'hero__act']);
    const words = page.locator('h1 .line');
    const [mara, voss] = await words.evaluateAll((all) =>
      all.map((word) => Math.round(word.getBoundingClientRect().top)),
    );
    expect(mara).toBe(voss);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
    expect(await violations(page), `axe at ${width}×${height}`).toEqual([]);
  }
});

const heightOfHero = (page: Page) =>
  page.locator('.hero').evaluate((hero) => hero.getBoundingClientRect().height);

test('no word of katakana is broken on a phone (H1)', async ({ page, site }) => {
  const name = '東京スカパラダイスオーケストラ';
  await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { name });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const lines = await page.locator('h1 .bill').evaluate((bill) => {
    const [text] = bill.childNodes;
    const range = document.createRange();
    const tops = [...(text?.textContent ?? '')].map((_, at) => {
      range.setStart(text as Text, at);
      range.setEnd(text as Text, at + 1);
      return Math.round(range.getBoundingClientRect().top);
    });
    return new Set(tops.slice(2)).size;
  });
  expect(lines).toBe(1);
});
