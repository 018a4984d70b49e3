/** What is open in one tab when somebody signs in and out in another (D3). */

import type { SignedIn } from '../../live/cast';
import { signOut } from '../accounts';
import { violations } from '../axe';
import { closePanel, expect, isAlive, openPanel, type Page, signInAs, test } from '../fixtures';
import { storeSession } from '../sessions';

const TEXT = 'Half a sentence';

/** What each sees on the profile of the owner's artist, and where they type there. */
const ON_THE_PROFILE: Record<SignedIn, { opener?: string; field: string }> = {
  admin: { opener: 'Edit Profile', field: 'Bio' },
  contact: { opener: 'Add Event', field: 'Venue' },
  owner: { opener: 'Edit Profile', field: 'Bio' },
  stranger: { field: '' },
};

/** A field of the panel for each. */
const IN_THE_PANEL: Record<SignedIn, { buttons: string[]; field: string }> = {
  admin: { buttons: ['Add Artist'], field: 'Latest song' },
  contact: { buttons: ['Add Event'], field: 'Venue' },
  owner: { buttons: ['Account', 'Change password'], field: 'New password' },
  stranger: { buttons: ['Account', 'Change password'], field: 'New password' },
};

const WORK = /^(Edit|Add|Save|Delete|Duplicate|Cancel|Announce|Undo|Remove|Move)/;
const controlsOfWork = (page: Page) => page.locator('main').getByRole('button', { name: WORK });

async function openAndSignOut(page: Page): Promise<void> {
  await openPanel(page);
  await signOut(page);
}

for (const [who, { opener, field }] of Object.entries(ON_THE_PROFILE) as [
  SignedIn,
  (typeof ON_THE_PROFILE)[SignedIn],
][]) {
  for (const first of ['the profile', 'the session']) {
    test(`a profile follows the ${who} of another tab in and out, with what was typed, where ${first} came first (D3) @release`, async ({
      page: profile,
      site,
      context,
    }) => {
      const other = await context.newPage();
      if (first === 'the session') await storeSession(other, who, site);
      else await profile.goto('/artist/mara-voss');
      await other.goto('/');
      if (first === 'the session') await profile.goto('/artist/mara-voss');
      await isAlive(profile);
      if (first === 'the profile') {
        await signInAs(other, who, site);
        await closePanel(other);
      }
      const typed = profile.getByLabel(field, { exact: true });
      if (opener) {
        await profile.getByRole('button', { name: opener }).click();
        await typed.fill(TEXT);
      }
      await openAndSignOut(other);
      await expect(controlsOfWork(profile)).toHaveCount(0);
      const sentence = profile.getByText('You are signed out. What you typed is still here');
      if (opener) {
        await expect(sentence).toBeVisible();
        await expect(typed).toHaveValue(TEXT);
        await expect(typed).toBeDisabled();
        expect(await violations(profile)).toEqual([]);
      }
      await signInAs(other, who, site);
      await expect(sentence).toHaveCount(0);
      if (opener) {
        await expect(controlsOfWork(profile)).not.toHaveCount(0);
        await expect(typed).toBeEnabled();
        await expect(typed).toHaveValue(TEXT);
      }
    });
  }
}

for (const [who, { buttons, field }] of Object.entries(IN_THE_PANEL) as [
  SignedIn,
  (typeof IN_THE_PANEL)[SignedIn],
][]) {
  test(`a panel follows the ${who} of another tab in and out, with what was typed (D3)`, async ({
    page: tab,
    site,
    context,
  }) => {
    await tab.goto('/');
    const panel = await openPanel(tab);
    const other = await context.newPage();
    await other.goto('/');
    await signInAs(other, who, site);
    await expect(panel.getByText(site.cast[who].email)).toBeVisible();
    for (const name of buttons) await panel.getByRole('button', { name, exact: true }).click();
    const typed = panel.getByLabel(field, { exact: true });
    await typed.fill(TEXT);
    await closePanel(other);
    await openAndSignOut(other);
    await expect(tab.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    await expect(tab.getByText('You are signed out. Sign in to continue.')).toBeVisible();
    await expect(typed).toBeHidden();
    await signInAs(other, who, site);
    await expect(typed).toHaveValue(TEXT);
  });
}

test('the page of a date follows a contact out and in again, with what was typed (D3) @release', async ({
  page,
  site,
  context,
}) => {
  const [event] = await site.rest<{ id: string }[]>('GET', 'music_events?select=id&limit=1');
  const other = await context.newPage();
  await other.goto('/');
  await signInAs(other, 'contact', site);
  await page.goto(`/event/${event?.id}`);
  await page.getByRole('button', { name: /^Edit / }).click();
  const venue = page.getByLabel('Venue', { exact: true });
  await venue.fill(TEXT);
  await closePanel(other);
  await openAndSignOut(other);
  await expect(controlsOfWork(page)).toHaveCount(0);
  await expect(venue).toBeDisabled();
  await signInAs(other, 'contact', site);
  await expect(venue).toBeEnabled();
  await expect(venue).toHaveValue(TEXT);
});

test('what one person left open shows to nobody else (D3) @release', async ({
  page,
  site,
  context,
}) => {
  await page.goto('/artist/mara-voss');
  const other = await context.newPage();
  await other.goto('/');
  await signInAs(other, 'owner', site);
  await closePanel(other);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('textbox', { name: 'Bio' }).fill(TEXT);
  await openAndSignOut(other);
  await signInAs(other, 'admin', site);
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeVisible();
  await expect(page.getByText(TEXT)).toHaveCount(0);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await expect(page.getByRole('textbox', { name: 'Bio' })).toHaveValue(
    'Mara Voss writes at night.',
  );
});

test('a page that is left is asked nothing about what another tab took away (D3) @release', async ({
  page,
  site,
  context,
}) => {
  await page.goto('/artist/mara-voss');
  const other = await context.newPage();
  await other.goto('/');
  await signInAs(other, 'owner', site);
  await closePanel(other);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('textbox', { name: 'Bio' }).fill(TEXT);
  await openAndSignOut(other);
  await expect(page.getByText('You are signed out.')).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/');
  await signInAs(other, 'owner', site);
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Bio' })).toHaveValue(TEXT);
});
