/** The typeface of a page, and how it looks until that is there. */

import { expect, isAlive, test } from '../fixtures';
import { PATHS, PHONE } from '../holding';

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

test('buttons and headings take nearly as much room in the stand-in', async ({ page }) => {
  const widths = async (path: string) => {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    return page.locator('.btn span:visible, h2:visible').evaluateAll((labels) =>
      labels.map((label) => {
        const range = document.createRange();
        range.selectNodeContents(label);
        return range.getBoundingClientRect().width;
      }),
    );
  };
  for (const path of PATHS) {
    const real = await widths(path);
    await page.route('**/*.woff2', (route) => route.abort());
    const standIn = await widths(path);
    await page.unroute('**/*.woff2');
    expect(real.length).toBeGreaterThan(3);
    expect(Math.max(...real.map((width, at) => width / (standIn[at] ?? 0)))).toBeLessThan(1.18);
  }
});

test('a long name in the stand-in is no wider than a phone @release', async ({ page, site }) => {
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

test('a very long name is no longer than its line on a phone, however small its letters are', async ({
  page,
  site,
}) => {
  const name = 'The Long-Winded Orchestra of Llanfairpwllgwyngyllgogerychwyrndrob and Friends';
  await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { name });
  await page.setViewportSize(PHONE);
  await page.goto('/artist/mara-voss');
  await page.evaluate(() => document.fonts.ready);
  const excess = await page.locator('h1 .line').evaluateAll((lines) =>
    lines.map((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      const measure = line.closest('.measure') ?? line;
      return range.getBoundingClientRect().right - measure.getBoundingClientRect().right;
    }),
  );
  expect(excess).toHaveLength(3);
  expect(Math.max(...excess)).toBeLessThan(4);
});

test('a name in any script keeps to its lines and reads in its own order @release', async ({
  page,
  site,
}) => {
  for (const [name, isRightToLeft] of [
    ['فيروز الليل', true],
    ['Σωκράτης Дмитрий', false],
    ['МОЛЧАТ ДОМА', false],
    ['東京スカパラダイスオーケストラ', false],
  ] as const) {
    await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { name });
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const path of PATHS) {
        await page.goto(path);
        const set = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
          const [text] = heading.firstElementChild?.childNodes ?? [];
          if (!(text instanceof Text)) throw new Error('the name is not one text');
          const box = heading.getBoundingClientRect();
          const range = document.createRange();
          const part = (from: number, to: number) => {
            range.setStart(text, from);
            range.setEnd(text, to);
            return range.getBoundingClientRect();
          };
          const style = getComputedStyle(heading.firstElementChild as Element);
          const words = [...text.data.matchAll(/\S+/g)].map(({ index, 0: word }) =>
            part(index, index + word.length),
          );
          return {
            overflow: part(0, text.length).width - box.width,
            lineHeight: Number.parseFloat(style.lineHeight) / Number.parseFloat(style.fontSize),
            wordsBroken: words.filter(
              (word) => word.height > 1.5 * Number.parseFloat(style.lineHeight),
            ),
            isRightToLeft: style.direction === 'rtl',
            firstX: words[0]?.right ?? 0,
            lastX: words.at(-1)?.right ?? 0,
            firstY: words[0]?.top ?? 0,
            lastY: words.at(-1)?.top ?? 0,
          };
        });
        expect(set.overflow, `${name} at ${width} px on ${path}`).toBeLessThanOrEqual(1);
        expect(set.lineHeight).toBeGreaterThanOrEqual(1.1);
        expect(set.isRightToLeft).toBe(isRightToLeft);
        if (name.includes(' ')) expect(set.wordsBroken).toEqual([]);
        if (isRightToLeft && set.firstY === set.lastY)
          expect(set.firstX).toBeGreaterThan(set.lastX);
      }
    }
  }
});

test('a very long name stands on two lines where there is room, and on three on a phone @release', async ({
  page,
  site,
}) => {
  const name = 'What Remains of the Marching Band of St. Brannoc’s Harbour';
  await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { name });
  for (const path of PATHS) {
    await page.goto(path);
    await isAlive(page);
    const heading = page.getByRole('heading', { level: 1, name });
    for (const [width, lines] of [
      [390, 3],
      [768, 2],
      [1440, 2],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      const words = await heading.evaluate((element) => {
        const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        const boxes: { top: number; right: number }[] = [];
        for (const range = new Range(); texts.nextNode(); ) {
          range.selectNodeContents(texts.currentNode);
          if (range.toString().trim()) boxes.push(range.getBoundingClientRect());
        }
        return boxes.map(({ top, right }) => ({ top: Math.round(top), right }));
      });
      const tops = new Set(words.map(({ top }) => top));
      expect(tops.size, `${path} at ${width} px`).toBe(lines);
      expect(Math.max(...words.map(({ right }) => right))).toBeLessThanOrEqual(width);
    }
  }
});

test('in a list, names that read from the right begin where the others do', async ({
  page,
  site,
}) => {
  await site.rest('PATCH', 'music_events?artist_id=eq.mara-voss', { venue: 'مسرح المدينة' });
  await page.goto('/artist/mara-voss');
  const lines = page.locator('#events li').first().locator('.ticket__name a, .ticket__when time');
  const [venue, date] = await lines.evaluateAll((found) =>
    found.map((element) => element.getBoundingClientRect().left),
  );
  expect(Math.abs((venue ?? 0) - (date ?? 0))).toBeLessThan(4);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a phone sets a page in its typeface, and has all of it @release', async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.goto('/artist/mara-voss');
    await expect(page.locator('body')).toHaveCSS('font-family', /^Archivo,/);
    await expect(page.getByText('Connect', { exact: true })).toBeVisible();
  });
});
