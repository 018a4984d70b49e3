/** A table on its way into the site, while answers are late or get lost. */

import { expect, type LiveSite, type Locator, test } from '../fixtures';
import { gate, hold } from '../holding';
import { openImport, PREVIEW, RUN } from './import-form';

const table = (...rows: string[]) => ['Date,Artist,Venue,Location', ...rows].join('\n');
const FIRST = table('2031-12-04,Mara Voss,Kesselhaus Nord,Leipzig');
const TWO = table('2031-12-05,Mara Voss,Depot 23,Ghent', '2031-12-06,Mara Voss,Sala Sur,Basel');

const readTable = async (panel: Locator, text: string) => {
  await panel.getByLabel('Paste a table').fill(text);
  await panel.getByRole('button', { name: 'Check' }).click();
};
const venues = async (site: LiveSite) =>
  (
    await site.rest<{ venue: string }[]>('GET', 'music_events?select=venue&date=gte.2031-01-01')
  ).map(({ venue }) => venue);

test('a table that replaces another while that is read is the one that is checked and added (E9) @release', async ({
  page,
  site,
}) => {
  const panel = await openImport(page, 'contact', site);
  const answer = await hold(page, `**${PREVIEW}`);
  await readTable(panel, FIRST);
  await expect(panel.getByRole('button', { name: 'Reading...' })).toBeVisible();
  await panel.getByLabel('Or choose a CSV file').setInputFiles({
    ...{ name: 'two.csv', mimeType: 'text/csv', buffer: Buffer.from(TWO) },
  });
  await expect(panel.getByLabel('Paste a table')).toHaveValue(TWO);
  const late = page.waitForResponse(`**${PREVIEW}`);
  answer();
  await late;
  await panel.getByRole('button', { name: 'Check' }).click();
  await expect(panel.locator('.import-tally')).toHaveText('2 ready, 0 to decide, 0 already there.');
  await panel.getByRole('button', { name: 'Add 2 dates' }).click();
  await expect(panel.getByText('2 dates added,')).toBeVisible();
  expect(await venues(site)).toEqual(expect.arrayContaining(['Depot 23', 'Sala Sur']));
  expect(await venues(site)).toHaveLength(2);
});

test('a file that is read only after the table was checked leads back to the first step (E9) @release', async ({
  page,
  site,
}) => {
  const panel = await openImport(page, 'contact', site);
  const { opened, open } = gate();
  await page.exposeFunction('fileMayBeRead', () => opened);
  await page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer;
    Blob.prototype.arrayBuffer = async function () {
      await (window as unknown as { fileMayBeRead: () => Promise<void> }).fileMayBeRead();
      return read.call(this);
    };
  });
  await panel.getByLabel('Or choose a CSV file').setInputFiles({
    ...{ name: 'two.csv', mimeType: 'text/csv', buffer: Buffer.from(TWO) },
  });
  await readTable(panel, FIRST);
  await expect(panel.getByRole('button', { name: 'Add 1 date' })).toBeVisible();
  open();
  await expect(panel.getByLabel('Paste a table')).toHaveValue(TWO);
});

test('Back stays back when an answer comes late (E9) @release', async ({ page, site }) => {
  const panel = await openImport(page, 'contact', site);
  await readTable(panel, TWO);
  const answer = await hold(page, `**${PREVIEW}`);
  await panel.getByRole('checkbox', { name: 'Leave out row 2' }).check();
  await panel.getByRole('button', { name: 'Back' }).click();
  await expect(panel.getByRole('button', { name: 'Check' })).toBeEnabled();
  const late = page.waitForResponse(`**${PREVIEW}`);
  answer();
  await late;
  await expect(panel.getByLabel('Paste a table')).toBeFocused();
  await expect(panel.getByText('Nothing is saved yet.')).toHaveCount(0);
});

test('nothing of a table can be changed while it is added (E9) @release', async ({
  page,
  site,
}) => {
  const panel = await openImport(page, 'contact', site);
  await readTable(panel, TWO);
  const answer = await hold(page, `**${RUN}`);
  await panel.getByRole('button', { name: 'Add 2 dates' }).click();
  await expect(panel.getByRole('button', { name: 'Adding...' })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Back' })).toBeDisabled();
  await panel.locator('.row__out').first().click({ force: true });
  answer();
  await expect(panel.getByRole('status')).toContainText('2 dates added, all in one go.');
  await expect(panel.getByRole('status')).toContainText('0 rows left out.');
});

test('a table that was added is taken back as a whole, and can be corrected (E9) @release', async ({
  page,
  site,
}) => {
  const panel = await openImport(page, 'contact', site);
  await readTable(panel, TWO);
  await panel.getByRole('button', { name: 'Add 2 dates' }).click();
  await expect(panel.getByRole('status')).toContainText('2 dates added, all in one go.');
  expect(await venues(site)).toHaveLength(2);
  await panel.getByRole('button', { name: 'Undo' }).click();
  await expect(panel.getByRole('status')).toHaveText('Taken back. The site is as it was before.');
  expect(await venues(site)).toHaveLength(0);
  await panel.getByRole('button', { name: 'Back to the table' }).click();
  await expect(panel.getByLabel('Paste a table')).toHaveValue(TWO);
});

test('when the answer to an import is lost, nobody is told that nothing was added (E9) @release', async ({
  page,
  site,
}) => {
  const panel = await openImport(page, 'contact', site);
  await readTable(panel, TWO);
  await page.route(`**${RUN}`, async (route) => {
    await route.fetch();
    await route.abort('connectionreset');
  });
  await panel.getByRole('button', { name: 'Add 2 dates' }).click();
  await expect(panel.locator('.import-tally')).toHaveText('0 ready, 0 to decide, 2 already there.');
  await expect(panel.getByRole('alert')).toContainText('The site could not be reached.');
  await expect(panel.getByRole('alert')).not.toContainText('Nothing was added');
  expect(await venues(site)).toHaveLength(2);
});

test('whoever may no longer add dates is told once that nothing was changed (E9)', async ({
  page,
  site,
}) => {
  const panel = await openImport(page, 'contact', site);
  await readTable(panel, TWO);
  await page.route(`**${RUN}`, (route) =>
    route.fulfill({ status: 403, json: { code: '42501', message: 'permission denied' } }),
  );
  await panel.getByRole('button', { name: 'Add 2 dates' }).click();
  await expect(panel.getByRole('alert')).toHaveText(
    'Your account is not allowed to do this. Nothing was changed.',
  );
});
