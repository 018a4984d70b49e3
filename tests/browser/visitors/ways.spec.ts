/** The ways between pages: the head of an artist's page, sections that are opened directly, and links of tickets. */

import { violations } from '../axe';
import { expect, isAlive, type Page, test } from '../fixtures';

const LEAST = 44;

for (const [width, height] of [
  [360, 640],
  [390, 844],
  [667, 375],
  [768, 1024],
  [1440, 900],
] as const) {
  test(`an artist's page has Back, the brand and both sections in its head, at ${width} px (A1)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/artist/mara-voss');
    const head = page.getByRole('banner');
    const links = [
      head.getByRole('link', { name: 'Back', exact: true }),
      head.getByRole('link', { name: 'Marquee', exact: true }),
      ...(width < 384 ? [] : [head.getByRole('link', { name: 'Artists', exact: true })]),
      head.getByRole('link', { name: 'Events', exact: true }),
      head.getByRole('button', { name: 'Search' }),
      page.getByRole('button', { name: 'Admin panel' }),
    ];
    let end = 0;
    for (const link of links) {
      const box = await link.boundingBox();
      expect(box?.x, 'one lies beside the other').toBeGreaterThanOrEqual(end);
      expect(box?.height).toBeGreaterThanOrEqual(LEAST);
      end = (box?.x ?? 0) + (box?.width ?? 0);
    }
    expect(end).toBeLessThanOrEqual(width);
    if (width >= 390) expect(await spaceBetweenSections(page)).toBeGreaterThanOrEqual(8);
    expect(await violations(page)).toEqual([]);
    await head.getByRole('link', { name: 'Events', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeInViewport();
    await expect(page).toHaveURL('/#events');
  });
}

test('a section that is opened directly is there at once, and one that is pressed glides (H5) @release', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const places: number[] = [];
    const record = () => {
      places.push(Math.round(scrollY));
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
    Object.assign(window, { places });
  });
  /** How many places between the top and the section were on the screen. */
  const between = () =>
    page.evaluate(() => {
      const { places } = window as unknown as { places: number[] };
      return new Set(places.filter((at) => at > 100 && at < scrollY * 0.8)).size;
    });
  const events = page.getByRole('heading', { name: 'Upcoming Events' });
  await page.goto('/#events');
  await expect(events).toBeInViewport();
  await page.waitForLoadState('networkidle');
  expect(await between()).toBe(0);
  await page.goto('/');
  await isAlive(page);
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  await expect(events).toBeInViewport();
  await expect.poll(between).toBeGreaterThan(0);
});

/** From the end of "Artists" to the beginning of "Events", as links. */
const spaceBetweenSections = (page: Page) =>
  page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link')
    .evaluateAll(([one, other]) => {
      if (!one || !other) return 0;
      return other.getBoundingClientRect().left - one.getBoundingClientRect().right;
    });

/** How far a press above and below the middle of each link still hits it. */
const targets = (page: Page) =>
  page.locator('.ticket a').evaluateAll((links, least) => {
    return links.map((link) => {
      link.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, height } = link.getBoundingClientRect();
      const middle = top + height / 2;
      const hits = [...Array(least).keys()].filter(
        (at) => document.elementFromPoint(left + 4, middle - least + at * 2)?.closest('a') === link,
      );
      return `${link.textContent}: ${hits.length * 2 >= least - 2 ? 'enough' : hits.length * 2}`;
    });
  }, LEAST);

for (const width of [390, 1440]) {
  test(`links of tickets are large enough, and none leads where another of its ticket does, at ${width} px (E6) @release`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/', '/artist/mara-voss']) {
      await page.goto(path);
      await isAlive(page);
      for (const target of await targets(page)) expect(target).toMatch(/enough$/);
      const hrefs = await page
        .locator('.ticket')
        .evaluateAll((tickets) =>
          tickets.map((ticket) => [...ticket.querySelectorAll('a')].map(({ href }) => href)),
        );
      for (const ofOne of hrefs) expect(new Set(ofOne).size).toBe(ofOne.length);
    }
    const stub = await page.locator('.ticket__stub').first().boundingBox();
    await page.mouse.click((stub?.x ?? 0) + 20, (stub?.y ?? 0) + 20);
    await expect(page).toHaveURL(/\/event\//);
  });
}
