/** What a table does not say is asked once, for all of its rows. */

import { violations } from '../axe';
import { expect, test } from '../fixtures';
import { openImport } from './import-form';

const SHEET = [
  'Date\tTime\tVenue\tCity\tArtist',
  '2031-12-01\t7:30\tRoxy\tLeeds\tMara Voss',
  '2031-12-02\t8:00\tRoxy\tYork\t',
].join('\n');

for (const width of [390, 1440]) {
  test(`whose dates these are and by which clock is asked once, at ${width} px (E9)`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const panel = await openImport(page, 'contact', site);
    await panel.getByLabel('Paste a table').fill(SHEET);
    await page.keyboard.press('Control+Enter');

    const tally = panel.locator('.import-tally');
    await expect(tally).toHaveText('0 ready, 2 to decide, 0 already there.');
    expect(await violations(page)).toEqual([]);
    await panel
      .getByLabel('Rows without an artist are of')
      .selectOption({ label: 'The artist above' });
    const clock = panel.getByRole('radiogroup', { name: 'Times like 7:30 are' });
    await clock.getByText('In the evening').click();
    await expect(tally).toHaveText('2 ready, 0 to decide, 0 already there.');
    await expect(panel.locator('.rows > li').first()).toContainText('Start: 19:30');
    await panel.getByRole('button', { name: 'Add 2 dates' }).click();
    await expect(panel.getByRole('status').filter({ hasText: '2 dates added' })).toBeFocused();
    const columns = 'artist_id,start_time';
    expect(
      await site.rest('GET', `music_events?select=${columns}&venue=eq.Roxy&order=date`),
    ).toEqual([
      { artist_id: 'mara-voss', start_time: '19:30' },
      { artist_id: 'mara-voss', start_time: '20:00' },
    ]);
  });
}
