/** People who work on the site see a right page from its first frame, however they come to it. */

import { expect, type Page, test } from '../fixtures';
import { PATHS } from '../holding';
import { storeSession } from '../sessions';

const LOOKS = [
  ['dark', 390],
  ['light', 768],
] as const;
/** What `make test-all` looks at as well. */
const MORE_LOOKS = [
  ['light', 390],
  ['dark', 1440],
] as const;
const TOOLS: Record<string, string> = {
  admin: 'Edit Profile',
  owner: 'Edit Profile',
  contact: 'Add Event',
};

type Frame = { lines: string[]; moved: string[] };

/** From the first frame on, remembers where the lines of the name begin, and what moved. */
async function recordFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const UNSEEN = 0.00005;
    const frames: Frame[] = [];
    const moved: string[] = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as Shift[]) {
        const texts = sources.map(({ node }) => node?.textContent?.slice(0, 80));
        if (value > UNSEEN) moved.push(`${value}: ${texts.join(' | ')}`);
      }
    }).observe({ type: 'layout-shift', buffered: true });
    const record = () => {
      const lines = [...document.querySelectorAll('h1 .line')].map((line) => {
        const { left, top } = line.getBoundingClientRect();
        return `${line.textContent} at ${Math.round(left)}, ${Math.round(top)}`;
      });
      if (lines.length > 0) frames.push({ lines, moved });
      requestAnimationFrame(record);
    };
    requestAnimationFrame(record);
    Object.assign(window, { frames });
    type Frame = { lines: string[]; moved: string[] };
    type Shift = { value: number; sources: { node: Node | null }[] };
  });
}

/** The text of a heading, line by line: where each begins and ends. */
const nameOf = (page: Page) =>
  page.locator('h1 .line').evaluateAll((lines) =>
    lines.map((line) => {
      const range = document.createRange();
      range.selectNodeContents(line);
      const { left, right, top, bottom } = range.getBoundingClientRect();
      return { left, right, top, bottom };
    }),
  );

async function expectRight(page: Page, tool: string | undefined): Promise<void> {
  if (tool) {
    const button = page.getByRole('button', { name: tool });
    await expect(button).toBeVisible();
    await expect(button).toHaveCSS('border-top-width', '2px');
    await expect(button).not.toHaveCSS('border-top-color', 'rgba(0, 0, 0, 0)');
  }
  await page.waitForLoadState('networkidle');
  const frames = await page.evaluate(() => (window as unknown as { frames: Frame[] }).frames);
  const last = frames.at(-1);
  expect(frames.filter(({ lines }) => lines.join() !== last?.lines.join())).toEqual([]);
  expect(last?.moved).toEqual([]);
  const name = await nameOf(page);
  expect(name.length).toBeGreaterThan(0);
  for (const [index, one] of name.entries()) {
    for (const other of name.slice(index + 1)) {
      const isApart =
        one.right <= other.left + 1 || other.top >= one.top + (one.bottom - one.top) / 2;
      expect(isApart, 'words of the name lie on top of each other').toBe(true);
    }
  }
}

for (const who of ['admin', 'contact', 'owner'] as const) {
  test(`the ${who} opens and reloads pages that are right from their first frame @release`, async ({
    context,
    site,
  }) => {
    test.setTimeout(180_000);
    for (const [colorScheme, width] of process.env.EVERYTHING ? [...LOOKS, ...MORE_LOOKS] : LOOKS) {
      const page = await context.newPage();
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await storeSession(page, who, site);
      await recordFrames(page);
      for (const path of PATHS) {
        const tool = path === '/' ? undefined : TOOLS[who];
        await page.goto(path);
        await expectRight(page, tool);
        await page.reload();
        await expectRight(page, tool);
      }
      await page.close();
    }
  });
}
