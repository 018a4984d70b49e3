/** The bar of the import that stays at the bottom leaves what has the focus in sight (WCAG 2.4.11). */

import { expect, test } from '../fixtures';
import { PHONE } from '../holding';
import { setText } from '../visitors/large-text';
import { openImport } from './import-form';

const NIGHTS = Array.from({ length: 9 }, (_, day) => `2031-12-0${day + 1},Roxy,Leeds,Nite Ferry`);

for (const percent of [100, 200])
  test(`no control of a table takes the focus under the next step, with text at ${percent} %`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize(PHONE);
    const panel = await openImport(page, 'contact', site);
    await panel.getByLabel('Paste a table').fill(['Date,Venue,City,Artist', ...NIGHTS].join('\n'));
    await page.keyboard.press('Control+Enter');
    await expect(panel.locator('.rows > li')).toHaveCount(NIGHTS.length);
    await setText(page, percent);

    const bar = panel.getByRole('region', { name: 'Next step' });
    const covered = () =>
      bar.evaluate((bar) => {
        const focused = document.activeElement as HTMLElement;
        if (bar.contains(focused)) return 0;
        const { bottom } = focused.getBoundingClientRect();
        return bottom - bar.getBoundingClientRect().top;
      });
    await panel.getByRole('button', { name: 'Leave out' }).first().focus();
    for (let press = 0; press < 16; press++) {
      await page.keyboard.press('Tab');
      await expect.poll(covered).toBeLessThanOrEqual(0);
    }
  });
