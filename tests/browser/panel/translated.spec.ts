/**
 * On a page that the browser translates, all goes on. `TRANSLATED=1 make test-browser` runs every test so; these are those
 * that are always run so.
 */

import { daysFromToday } from '../../live/dates';
import {
  dialog,
  expect,
  fill,
  openAddArtist,
  openEdit,
  type Page,
  PICTURE,
  signedInAt,
  signInAs,
  test,
} from '../fixtures';

test.use({ isTranslated: true });

const translated = (page: Page) => expect(page.locator('html')).toHaveClass(/translated-ltr/);

test('an admin signs in, adds, edits, deletes, takes back and signs out (D12) @release', async ({
  page,
  site,
}) => {
  test.slow();
  await page.goto('/');
  await translated(page);
  const panel = await signInAs(page, 'admin', site);
  const events = panel.getByRole('region', { name: 'Manage Events' });
  const said = events.locator('.done-note [role=status]');

  await test.step('a date', async () => {
    await events.getByRole('button', { name: 'Add Event' }).click();
    await events.getByRole('button', { name: 'Cancel' }).first().click();
    await events.getByRole('button', { name: 'Add Event' }).click();
    const form = events.getByRole('form');
    await form.getByLabel('Artist', { exact: true }).selectOption({ label: 'Abel Quintero' });
    await fill(form, { Date: daysFromToday(20), Venue: 'Orangerie', Location: 'Ghent' });
    await form.getByRole('button', { name: 'Add Event' }).click();
    await expect(said).toHaveText(/^Added Abel Quintero, .*Orangerie\.$/);
  });

  await test.step('its start, which the row then says', async () => {
    await events.getByRole('button', { name: /^Edit.*Orangerie/ }).click();
    const form = events.getByRole('form', { name: /^Edit / });
    await form.getByLabel('Start', { exact: true }).fill('20:30');
    await form.getByRole('button', { name: 'Save Changes' }).click();
    const row = events.getByRole('listitem').filter({ hasText: 'Orangerie' });
    await expect(row).toContainText(/, 20:30/);
  });

  await test.step('gone, and back', async () => {
    await events.getByRole('button', { name: /^Delete.*Orangerie/ }).click();
    await events.getByRole('button', { name: 'Delete event' }).click();
    await expect(said).toHaveText(/^Deleted Abel Quintero/);
    await events.getByRole('button', { name: 'Undo' }).click();
    await expect(said).toHaveText(/is back\.$/);
  });

  await test.step('an artist, and a link', async () => {
    const add = await openAddArtist(panel);
    await fill(add, { Name: 'Delphine Achterberg', Genre: 'Neo-classical', 'Image URL': PICTURE });
    await add.getByRole('button', { name: 'Add Artist' }).click();
    await openEdit(panel, { name: 'Edit Delphine Achterberg', exact: true });
    const link = panel.getByRole('textbox', { name: 'Add a link' });
    await link.fill('nonsense');
    await link.press('Enter');
    await expect(link).toHaveAccessibleDescription(/no web address/);
    await link.fill('delphine.bandcamp.com');
    await expect(link).not.toHaveAccessibleDescription(/no web address/);
    await link.press('Enter');
    await expect(
      panel.getByRole('textbox', { name: 'Link 1', exact: true }),
    ).toHaveAccessibleDescription('Bandcamp in Listen Now');
    await panel.getByRole('button', { name: 'Save Changes' }).click();
    await expect(panel.getByText('Saved Delphine Achterberg.')).toBeVisible();
  });

  await panel.getByRole('button', { name: 'Sign Out' }).click();
  await expect(dialog(page)).toHaveCount(0);
});

test('a music contact keeps the controls of a profile after adding a date (D12) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/night-ferry', 'contact', site);
  await translated(page);
  const add = page.getByRole('button', { name: 'Add Event' });
  await add.click();
  await fill(page, { Date: daysFromToday(30), Venue: 'Saal am Wehr', Location: 'Basel' });
  await page.getByRole('form').getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByRole('button', { name: /^Edit.*Saal am Wehr/ })).toBeVisible();
  await expect(add).toBeVisible();
});

test('an owner edits the profile and sees what was saved (D12) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'owner', site);
  await translated(page);
  const edit = page.getByRole('button', { name: 'Edit Profile' });
  await edit.click();
  await page.getByRole('textbox', { name: 'Bio' }).fill('Writes in the morning now.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(edit).toBeVisible();
  await expect(page.getByText('Writes in the morning now.')).toBeVisible();
});

test('a visitor is told again why a sign-in failed (D12)', async ({ page, site }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Admin panel' }).click();
  const panel = dialog(page);
  await panel.getByLabel('Email', { exact: true }).fill(site.cast.admin.email);
  for (const password of ['wrong', 'wrong again']) {
    await panel.getByLabel('Password', { exact: true }).fill(password);
    await panel.getByRole('button', { name: 'Sign In' }).click();
    await expect(panel.getByRole('alert')).toContainText('Invalid login credentials');
  }
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(panel).toHaveCount(0);
});
