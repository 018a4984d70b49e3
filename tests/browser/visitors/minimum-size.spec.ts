/** What people see whose browser shows no letter smaller than 20 px. */

import { daysFromToday, tonight } from '../../live/dates';
import { test as base, expect, isAlive } from '../fixtures';
import { lostTexts } from './lost-texts';
import { only } from './only-events';

const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const smallest = '--blink-settings=minimumFontSize=20,minimumLogicalFontSize=20';
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), smallest] });
    },
    { scope: 'worker' },
  ],
});

test('where no letter is smaller than 20 px, nothing is cut or beside the screen @release', async ({
  page,
  site,
}) => {
  const [event] = await only(site, [
    { date: tonight(), start_time: '23:59', venue: 'St. Brannoc’s Boathouse' },
    { date: daysFromToday(9), venue: 'Chapel of Rest Records' },
  ]);
  for (const path of ['/', '/artist/mara-voss', `/event/${event?.id}`]) {
    await page.goto(path);
    await isAlive(page);
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => lostTexts(page), `${path} at ${width} px`).toEqual([]);
    }
  }
});
