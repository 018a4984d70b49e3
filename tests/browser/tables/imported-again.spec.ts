/** A sheet that is imported again: what differs from the site is shown, and updated by choice. */

import { violations } from '../axe';
import { expect, test } from '../fixtures';
import { openImport } from './import-form';

const HEAD = 'Artist\tDate\tStart\tDoors\tVenue\tCity\tStatus\tSupport';
const AGAIN = [
  HEAD,
  'Mara Voss\t2031-12-01\t20:00\t\tRoxy\tLeeds\tCancelled\t',
  'Mara Voss\t2031-12-02\t22:30\t\tRoxy\tLeeds\t\t',
  'Mara Voss\t2031-12-03\t20:00\t19:00\tRoxy\tLeeds\t\tHalve, DJ Okapi',
].join('\n');

for (const width of [390, 1440]) {
  test(`what a sheet says otherwise is shown, and updated by choice, at ${width} px (E9)`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const there = ['2031-12-01', '2031-12-02'].map((date) => ({
      ...{ date, venue: 'Roxy', location: 'Leeds', artist_id: 'mara-voss', start_time: '20:00' },
    }));
    await site.rest('POST', 'music_events', there);
    const panel = await openImport(page, 'contact', site);
    await panel.getByLabel('Paste a table').fill(AGAIN);
    await page.keyboard.press('Control+Enter');

    const tally = panel.locator('.import-tally');
    await expect(tally).toHaveText(
      '1 ready, 0 to decide, 2 there with differences, 0 already there.',
    );
    const rows = panel.locator('.rows > li');
    await expect(rows.filter({ hasText: 'Row 4' })).toContainText(
      'Start: 20:00 · Doors: 19:00 · Lineup: Halve, DJ Okapi',
    );
    await expect(rows.filter({ hasText: 'Row 2' })).toContainText(
      'Status: here Scheduled, yours Cancelled',
    );
    expect(await violations(page)).toEqual([]);
    await rows
      .filter({ hasText: 'Row 3' })
      .getByRole('button', { name: 'Add it as a second show' })
      .click();
    await expect(tally).toHaveText(
      '2 ready, 0 to decide, 1 there with differences, 0 already there.',
    );
    const all = panel.getByRole('button', { name: 'Update 1 row' }).first();
    await expect(all).toHaveAttribute('aria-pressed', 'false');
    await all.click();
    await expect(panel.getByRole('checkbox', { name: 'Update row 2, Mara Voss' })).toBeChecked();
    await panel.getByRole('button', { name: 'Add 2 dates, update 1 row' }).click();
    await expect(panel.getByRole('status').filter({ hasText: '2 dates added' })).toContainText(
      '1 row updated',
    );
    const columns = 'date,start_time,status';
    expect(
      await site.rest('GET', `music_events?select=${columns}&venue=eq.Roxy&order=date,start_time`),
    ).toEqual([
      { date: '2031-12-01', start_time: '20:00', status: 'cancelled' },
      { date: '2031-12-02', start_time: '20:00', status: 'scheduled' },
      { date: '2031-12-02', start_time: '22:30', status: 'scheduled' },
      { date: '2031-12-03', start_time: '20:00', status: 'scheduled' },
    ]);
  });
}
