/** What a table does not say is asked once, for all of its rows. */

import { violations } from '../axe';
import { expect, test } from '../fixtures';
import { openImport } from './import-form';

const SHEET = [
  'Date\tTime\tVenue\tCity\tArtist',
  '2031-12-01\t7:30\tRoxy\tLeeds\tMara Voss',
  '2031-12-02\t8:00\tRoxy\tYork\t',
].join('\n');

test('in which night times after midnight are is asked once, with both dates (E9) @release', async ({
  page,
  site,
}) => {
  const panel = await openImport(page, 'contact', site);
  const sheet = 'Date,Doors,Time,Venue,City,Artist\n2031-12-05,,0:30,Club,Leeds,Mara Voss\n';
  const other = '2031-12-06,23:00,midnight,Club,Leeds,Mara Voss';
  await panel.getByLabel('Paste a table').fill(sheet + other);
  await page.keyboard.press('Control+Enter');

  const tally = panel.locator('.import-tally');
  await expect(tally).toHaveText('1 ready, 1 to decide, 0 already there.');
  const night = panel.getByRole('radiogroup', {
    name: 'Times like 0:30 on Friday, December 5 are in the night',
  });
  await expect(night.getByRole('radio')).toHaveCount(2);
  await night
    .getByRole('radio', { name: 'from Friday, December 5 to Saturday, December 6' })
    .check();
  await expect(tally).toHaveText('2 ready, 0 to decide, 0 already there.');
  const rows = panel.locator('.rows > li');
  await expect(rows.first()).toContainText('Saturday, December 6, 2031');
  await expect(rows.first()).toContainText('The night from Friday to Saturday');
  await expect(rows.last()).toContainText('Doors: 23:00');
  await expect(rows.last()).toContainText('The night from Saturday to Sunday');
  expect(await violations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Add 2 dates' }).click();
  await expect(panel.getByRole('status').filter({ hasText: '2 dates added' })).toBeFocused();
  const columns = 'date,door_time,start_time';
  expect(
    await site.rest('GET', `music_events?select=${columns}&venue=eq.Club&order=date,door_time`),
  ).toEqual([
    { date: '2031-12-06', door_time: '23:00', start_time: '00:00' },
    { date: '2031-12-06', door_time: null, start_time: '00:30' },
  ]);
});

test('an artist who was chosen for a name is told, and can be chosen anew or taken back (E9) @release', async ({
  page,
  site,
}) => {
  const panel = await openImport(page, 'contact', site);
  const dates = [
    'Nobody New,2031-12-05',
    'Mara Voss,2031-12-06',
    'Nobody New,2031-12-07',
    'Xy,2031-12-08',
  ];
  const table = ['Artist,Date,Venue,City', ...dates.map((date) => `${date},Club,Leeds`)].join('\n');
  await panel.getByLabel('Paste a table').fill(table);
  await page.keyboard.press('Control+Enter');

  const tally = panel.locator('.import-tally');
  const names = panel.locator('.row__t');
  const artist = panel.getByLabel('Artist of row 2, Nobody New');
  const chosen = (name: string) =>
    ['Nobody New', 'Nobody New', 'Xy', 'Mara Voss'].map((typed) =>
      typed === 'Nobody New' ? `${typed} → ${name}` : typed,
    );
  await artist.focus();
  await page.keyboard.press('ArrowDown');
  await expect(names).toHaveText(chosen('Abel Quintero'));
  await expect(artist).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(names).toHaveText(chosen('Night Ferry'));
  await expect(artist).toBeFocused();
  await expect(tally).toHaveText('3 ready, 1 to decide, 0 already there.');
  expect(await violations(page)).toEqual([]);

  await panel.getByRole('button', { name: 'Back' }).click();
  await panel.getByRole('button', { name: 'Check' }).click();
  await expect(names).toHaveText(chosen('Night Ferry'));
  await artist.selectOption('');
  await expect(names.first()).toHaveText('Nobody New');
  await expect(tally).toHaveText('1 ready, 3 to decide, 0 already there.');

  await panel.getByRole('radio', { name: 'Problems 3' }).check();
  await artist.focus();
  await page.keyboard.press('ArrowDown');
  await expect(tally).toHaveText('3 ready, 1 to decide, 0 already there.');
  await expect(artist, 'it stays although it is no problem any more').toBeFocused();
  await panel.getByRole('radio', { name: 'All 4' }).check();
  await panel.getByRole('radio', { name: 'Problems 1' }).check();
  await expect(names).toHaveText(['Xy']);
});

test('by which clock times were read is told, and can be said otherwise (E9) @release', async ({
  page,
  site,
}) => {
  const panel = await openImport(page, 'contact', site);
  await panel.getByLabel('Paste a table').fill(SHEET.replace('8:00', '20:00'));
  await page.keyboard.press('Control+Enter');
  const clock = panel.getByRole('radiogroup', { name: 'Times like 7:30 are' });
  const row = panel.locator('.rows > li').filter({ hasText: 'Row 2' });
  await expect(clock.getByRole('radio', { name: 'In the morning' })).toBeChecked();
  await expect(row).toContainText('Start: 07:30');
  await clock.getByRole('radio', { name: 'In the evening' }).check();
  await expect(row).toContainText('Start: 19:30');
  await expect(clock.getByRole('radio', { name: 'In the evening' })).toBeChecked();
});

test('a column whose name is known can be another, or left out (E9) @release', async ({
  page,
  site,
}) => {
  const panel = await openImport(page, 'contact', site);
  const head = 'Date,Notes,Venue,City,Artist,Tickets';
  const cells = 'first week,2031-12-05,Club,Leeds,Mara Voss,£12';
  await panel.getByLabel('Paste a table').fill(`${head}\n${cells}\n`);
  await page.keyboard.press('Control+Enter');
  const tally = panel.locator('.import-tally');
  await expect(tally).toHaveText('0 ready, 1 to decide, 0 already there.');
  await panel.getByText('What each column is').click();
  await expect(panel.getByLabel('Tickets is')).toHaveValue('price');
  await panel.getByLabel('Notes is').selectOption({ label: 'Date' });
  await expect(panel.getByLabel('Date is', { exact: true })).toHaveValue('');
  await expect(tally).toHaveText('1 ready, 0 to decide, 0 already there.');
  await panel.getByLabel('Tickets is').selectOption({ label: 'Leave out' });
  await expect(panel.getByText('Not imported: “Date”, “Tickets”.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await panel.getByRole('button', { name: 'Add 1 date' }).click();
  await expect(panel.getByRole('status').filter({ hasText: '1 date added' })).toBeFocused();
  expect(await site.rest('GET', 'music_events?select=date,price,note&venue=eq.Club')).toEqual([
    { date: '2031-12-05', price: null, note: null },
  ]);
});

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
    await clock.getByRole('radio', { name: 'In the evening' }).check();
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
