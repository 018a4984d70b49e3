import { violations } from '../axe';
import { closePanel, expect, openPanel, test } from '../fixtures';
import { openImport, RUN, TABLE } from './import-form';

const UNNAMED = [
  ['13.12.2031', 'Night Ferry', 'Depot 23', 'Ghent, Belgium', 'seated'],
  ['14.12.2031', 'Mara Voss', 'Kesselhaus Nord', 'Leipzig, Germany', ''],
  ['31.11.2031', 'Mara Voss', 'Kesselhaus Nord', 'Leipzig, Germany', ''],
  ['tba', 'Abel Quintero', 'The Roxy', 'Portland, OR', ''],
]
  .map((cells) => cells.join('\t'))
  .join('\n');

for (const width of [390, 1440]) {
  test(`a pasted table is checked row by row, decided and added as one, at ${width} px (E9)`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const panel = await openImport(page, 'contact', site);
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes(RUN)) writes.push(request.url());
    });
    await panel.getByLabel('Paste a table').fill(TABLE);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Control+Enter');

    const rows = panel.locator('.rows > li');
    await expect(rows).toHaveCount(4);
    const place = panel.getByRole('navigation', { name: 'Panel sections' });
    await expect(place.getByRole('button', { name: 'Dates' })).toHaveAttribute('aria-current');
    const [row, steps] = await Promise.all(
      [rows.first(), panel.getByRole('list', { name: 'Steps' })].map((one) => one.boundingBox()),
    );
    expect(row?.width, 'the controls of rows stand at the edge').toBe(steps?.width);
    await expect(panel.getByRole('radio', { name: 'All 4' })).toBeChecked();
    await expect(rows.filter({ hasText: 'Row 4' })).toContainText('Date not understood');
    const decide = rows.filter({ hasText: 'Nite Ferry' });
    await expect(decide).toContainText('Needs an artist');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    await panel.getByRole('radio', { name: 'April 12' }).click();
    await expect(rows.filter({ hasText: 'Row 2' })).toContainText('Saturday, April 12, 2031');
    await panel.getByRole('radio', { name: 'December 4' }).click();
    await expect(rows.filter({ hasText: 'Row 2' })).toContainText('Thursday, December 4, 2031');
    const artist = decide.getByRole('combobox');
    await artist.focus();
    await artist.selectOption({ label: 'Night Ferry (closest)' });
    await expect(rows.filter({ hasText: 'Row 3' })).toContainText('Ready');
    await panel.getByRole('radio', { name: 'Problems 1' }).check();
    await expect(rows).toHaveCount(1);
    expect(writes, 'nothing is saved before').toEqual([]);

    await panel.getByRole('button', { name: 'Add 3 dates' }).click();
    const outcome = panel.getByRole('status').filter({ hasText: '3 dates added' });
    await expect(outcome).toBeFocused();
    await expect(panel).toContainText('Row 4, with the reason beside it');
    expect(await violations(page)).toEqual([]);
    const download = page.waitForEvent('download');
    await panel.getByRole('button', { name: 'Save as a file' }).click();
    expect((await download).suggestedFilename()).toBe('left-out.tsv');
    await panel.getByRole('button', { name: 'Done' }).click();
    await expect(panel.getByText('Kesselhaus Nord')).toBeVisible();
    expect(
      await site.rest('GET', 'music_events?select=date,artist_id&date=gte.2031-01-01&order=date'),
    ).toEqual([
      { date: '2031-12-04', artist_id: 'mara-voss' },
      { date: '2031-12-05', artist_id: 'abel-quintero' },
      { date: '2031-12-13', artist_id: 'night-ferry' },
    ]);
  });
}

for (const width of [390, 1440]) {
  test(`columns without names are asked about, and rows are left out one by one, at ${width} px (E9)`, async ({
    page,
    context,
    site,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const panel = await openImport(page, 'contact', site);
    await panel.getByLabel('Paste a table').fill(UNNAMED);
    await page.keyboard.press('Control+Enter');
    const tally = panel.locator('.import-tally');
    await expect(tally).toHaveText('2 ready, 2 to decide, 0 already there.');
    await expect(panel.getByText('The first row does not name the columns.')).toBeVisible();
    await expect(panel.getByLabel('Column 2 is')).toHaveValue('artist');
    await panel.getByLabel('Column 5 is').selectOption({ label: 'Note' });
    await panel.getByLabel('Column 3 is').selectOption({ label: 'Leave out' });
    await expect(tally).toHaveText('0 ready, 4 to decide, 0 already there.');
    await panel.getByLabel('Column 3 is').selectOption({ label: 'Venue' });
    await expect(tally).toHaveText('2 ready, 2 to decide, 0 already there.');

    await panel.getByRole('radio', { name: 'Problems 2' }).check();
    const leaveOut = (row: number) =>
      panel.getByRole('checkbox', { name: `Leave out row ${row}`, exact: false });
    await leaveOut(3).focus();
    await page.keyboard.press('Space');
    await expect(leaveOut(4), 'the focus goes on to the next row').toBeFocused();
    await page.keyboard.press('Space');
    await expect(tally).toBeFocused();
    await expect(tally).toHaveText('2 ready, 0 to decide, 0 already there, 2 left out.');
    await panel.getByRole('radio', { name: 'Left out 2' }).check();
    await panel.getByRole('button', { name: 'Copy them' }).click();
    await expect(panel.getByText('Copied.').first()).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
      /^Date\tArtist\tVenue\tLocation\tNote\tWhy it was left out\n31.11.2031\tMara Voss\t/,
    );
    await tally.scrollIntoViewIfNeeded(); // no control stands half under the bar
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    await panel.getByRole('button', { name: 'Include them all again' }).click();
    await expect(tally).toHaveText('2 ready, 2 to decide, 0 already there.');
    await panel.getByRole('radio', { name: 'All 4' }).check();
    await panel.getByRole('button', { name: 'Leave out all 2 problems' }).click();
    await leaveOut(2).check();
    await expect(leaveOut(2)).toBeFocused();
    await expect(tally).toHaveText('1 ready, 0 to decide, 0 already there, 3 left out.');
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
    await panel.getByRole('button', { name: 'Add 1 date' }).click();
    await expect(panel).toContainText('Rows 2, 3 and 4, with the reason beside each');
    expect(
      await site.rest('GET', 'music_events?select=date,venue,note&date=gte.2031-01-01'),
    ).toEqual([{ date: '2031-12-13', venue: 'Depot 23', note: 'seated' }]);
  });
}

test('what was pasted outlives the closed panel and a reload, and a refusal adds nothing (E9) @release', async ({
  page,
  site,
}) => {
  const panel = await openImport(page, 'admin', site);
  await panel.getByLabel('Paste a table').fill(TABLE);
  await closePanel(page);
  await page.reload();
  await openPanel(page);
  await panel.getByRole('button', { name: 'Several at once' }).click();
  await expect(panel.getByLabel('Paste a table')).toHaveValue(TABLE);
  await panel.getByRole('button', { name: 'Check' }).click();
  await panel.getByRole('radio', { name: 'December 4' }).click();
  await expect(panel.getByRole('button', { name: 'Add 2 dates' })).toBeVisible();
  await site.rest('DELETE', 'music_artists?id=eq.abel-quintero');
  await panel.getByRole('button', { name: 'Add 2 dates' }).click();
  await expect(panel.getByRole('alert')).toContainText('Nothing was added');
  await expect(panel.locator('.rows > li').filter({ hasText: 'Row 5' })).toContainText(
    'Needs an artist',
  );
  expect(await site.rest('GET', 'music_events?select=id&date=gte.2031-01-01')).toEqual([]);
});

test('what was decided about a table is there again after Escape, until its text changes (E9) @release', async ({
  page,
  site,
}) => {
  const panel = await openImport(page, 'contact', site);
  await panel.getByLabel('Paste a table').fill(TABLE);
  await page.keyboard.press('Control+Enter');
  await panel.getByRole('radio', { name: 'December 4' }).check();
  await panel.getByLabel('Artist of row 3').selectOption({ label: 'Night Ferry (closest)' });
  await panel.getByRole('checkbox', { name: 'Leave out row 4' }).check();
  const tally = panel.locator('.import-tally');
  const decided = '3 ready, 0 to decide, 0 already there, 1 left out.';
  await expect(tally).toHaveText(decided);
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Several at once' }).click();
  await panel.getByRole('button', { name: 'Check' }).click();
  await expect(tally).toHaveText(decided);
  await expect(panel.getByText('Nite Ferry → Night Ferry')).toBeVisible();

  await panel.getByRole('button', { name: 'Back' }).click();
  await panel.getByLabel('Paste a table').fill(`${TABLE}\n`);
  await page.keyboard.press('Escape');
  await panel.getByRole('button', { name: 'Several at once' }).click();
  await panel.getByRole('button', { name: 'Check' }).click();
  await expect(tally).toHaveText('0 ready, 4 to decide, 0 already there.');
});

test('of a long table more rows are shown by keyboard, from the first new one on, and told (E9) @release', async ({
  page,
  site,
}) => {
  const panel = await openImport(page, 'contact', site);
  const days = Array.from(
    { length: 30 },
    (_, day) => `2031-12-${String(day + 1).padStart(2, '0')}`,
  );
  const lines = ['Kesselhaus', 'Depot 23', 'Sala Sur', 'The Roxy'].flatMap((venue) =>
    days.map((day) => `${day},Mara Voss,${venue},Leipzig`),
  );
  await panel.getByLabel('Paste a table').fill(['Date,Artist,Venue,Location', ...lines].join('\n'));
  await page.keyboard.press('Control+Enter');
  await panel.getByRole('button', { name: 'Show more rows' }).press('Enter');
  await expect(panel.locator('.rows > li')).toHaveCount(120);
  await expect(panel.locator('.rows > li').nth(100)).toBeFocused();
  await expect(panel.getByRole('status').filter({ hasText: '20 more rows.' })).toBeAttached();
});
