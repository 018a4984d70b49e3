/** A part of a page that fails leaves the others alone, keeps what was typed, and can be tried again. */

import { expect, openAddArtist, type Page, panelAs, test } from '../fixtures';

/** From now on the browser makes no element of this kind, as after an extension has broken it; or makes them again. */
const refuse = (page: Page, kind: string | null) =>
  page.evaluate((refused) => {
    const { createElement } = Document.prototype;
    document.createElement = ((name: string) => {
      if (name === refused) throw new DOMException('Refused', 'NotFoundError');
      return createElement.call(document, name);
    }) as typeof document.createElement;
  }, kind);

test('a section of the panel that fails is said and tried again, with what was typed (D12) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const artist = await openAddArtist(panel);
  await artist.getByLabel('Name', { exact: true }).fill('Delphine');
  const events = panel.locator('[data-section=dates]');
  await events.getByRole('button', { name: 'Add Event' }).click();
  await events.getByLabel('Venue', { exact: true }).fill('Orangerie');

  await refuse(page, 'fieldset');
  await events.getByRole('button', { name: /^Delete.*Silver Oar/ }).click();
  const alert = events.getByRole('alert');
  await expect(alert).toContainText('Something went wrong in this part of the page.');
  await expect(artist.getByLabel('Name', { exact: true })).toHaveValue('Delphine');
  await expect(panel.getByRole('region', { name: 'Manage Artists' })).toBeVisible();

  await refuse(page, null);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toHaveCount(0);
  await events.getByRole('button', { name: 'Add Event' }).click();
  await expect(events.getByLabel('Venue', { exact: true })).toHaveValue('Orangerie');
});

test('what fails on a page leaves the rest of it, and its head (D12)', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Night Ferry' }).first().hover();
  await page.evaluate(() => document.fonts.ready);
  await refuse(page, 'time');
  await page.getByRole('link', { name: 'Night Ferry' }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night Ferry');
  const alert = page.getByRole('alert').first();
  await expect(alert).toContainText('Something went wrong in this part of the page.');
  await refuse(page, null);
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Pier Fourteen Hall').first()).toBeVisible();
});
