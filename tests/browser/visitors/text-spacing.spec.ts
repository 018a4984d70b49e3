/** What people see who set letters, words and lines further apart, as WCAG 1.4.12 allows them to. */

import { daysFromToday, tonight } from '../../live/dates';
import { expect, isAlive, openPanel, type Page, test } from '../fixtures';
import { storeSession } from '../sessions';
import { lostTexts } from './lost-texts';
import { only } from './only-events';

const SPACED = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-bottom: 2em !important; }
`;
const WIDTHS = [320, 390, 768, 1280];

/** As an extension does: the page's policy allows no style of others. */
const space = (page: Page) =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, SPACED);

test('with letters, words and lines further apart, nothing is cut or beside the screen @release', async ({
  page,
  site,
}) => {
  const [event] = await only(site, [
    { date: tonight(), start_time: '23:59', venue: 'Konzerthaus Dortmund' },
    { date: daysFromToday(9), venue: 'Pier Fourteen Hall' },
    { date: daysFromToday(10), door_time: '23:00', start_time: '00:30' },
  ]);
  for (const path of ['/', '/artist/mara-voss', `/event/${event?.id}`]) {
    await page.goto(path);
    await isAlive(page);
    await space(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => lostTexts(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});

test('nor in the panel @release', async ({ page, site }) => {
  await storeSession(page, 'admin', site);
  await page.goto('/');
  const panel = await openPanel(page);
  await expect(panel.getByRole('heading', { name: 'Manage Artists' })).toBeVisible();
  await space(page);
  for (const section of ['Dates', 'Account']) {
    await panel.getByRole('button', { name: section, exact: true }).click();
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      const excess = () => panel.evaluate((box) => box.scrollWidth - box.clientWidth);
      await expect.poll(excess, `${section} at ${width} px`).toBeLessThanOrEqual(0);
    }
  }
});
