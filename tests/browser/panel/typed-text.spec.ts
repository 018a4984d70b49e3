/** What was typed is never lost, and what was done is said. */

import { violations } from '../axe';
import {
  closePanel,
  dialog,
  expect,
  fill,
  openAddArtist,
  openPanel,
  PICTURE,
  panelAs,
  sendSignIn,
  signedInAt,
  signInAs,
  test,
} from '../fixtures';
import { endSessions } from '../sessions';

test('a link, Back and Forward away from a profile with changes ask once, and a draft outlives a reload (A7)', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'owner', site);
  await page.getByRole('link', { name: 'Back' }).click();
  await page.goBack();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const bio = page.getByRole('textbox', { name: 'Bio' });
  await bio.fill('Half a sentence');
  await page.getByRole('link', { name: 'Back' }).click();
  const keep = page.getByRole('button', { name: 'Keep editing' });
  await expect(keep).toBeFocused();
  await expect(page.getByText('Leave without saving?')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await keep.click();
  await expect(bio).toHaveValue('Half a sentence');

  const question = page.getByText('Leave without saving?');
  for (const step of ['goForward', 'goBack'] as const) {
    await bio.focus();
    await page[step]();
    await expect(question).toBeVisible();
    await expect(page).toHaveURL('/artist/mara-voss');
    await keep.click();
    await expect(question).toHaveCount(0);
    await expect(bio).toBeFocused();
  }
  // Pressed again, it is meant.
  await page.goBack();
  await expect(question).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/');
  await expect(bio).toHaveCount(0);
  await page.goForward();
  await page.reload();
  await expect(bio).toHaveValue('Half a sentence');
  await expect(page.getByText('What you typed here before is back.')).toBeVisible();
  const leave = page.getByRole('button', { name: 'Leave', exact: true });
  for (const away of [
    () => page.getByRole('link', { name: 'Back' }).click(),
    () => page.goForward(),
  ]) {
    await away();
    await leave.click();
    await expect(page).toHaveURL('/');
    await page.goBack();
    await page.getByRole('button', { name: 'Edit Profile' }).click();
    await expect(bio).toHaveValue('Mara Voss writes at night.');
    await bio.fill('Half a sentence');
  }
  await bio.fill('Whole.');
  await bio.press('Control+Enter');
  await expect(page.getByRole('status').filter({ hasText: 'Saved Mara Voss.' })).toBeAttached();
});

test('a link in the search asks in the page below it, and one that leaves nothing asks nothing (A7) @release', async ({
  page,
  site,
}) => {
  await site.rest('PATCH', 'music_settings?id=eq.site', { contact: 'hello@stage.test' });
  await signedInAt(page, '/artist/mara-voss', 'owner', site);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  const bio = page.getByRole('textbox', { name: 'Bio' });
  await bio.fill('Half a sentence');
  const question = page.getByText('Leave without saving?');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  await expect(question).toHaveCount(0);
  const openHit = async () => {
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('searchbox', { name: 'Search artists and events' }).fill('night');
    await dialog(page).getByRole('region', { name: 'Artists' }).getByRole('link').click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(question).toBeVisible();
  };
  await openHit();
  const keep = page.getByRole('button', { name: 'Keep editing' });
  await expect(keep).toBeFocused();
  await keep.click();
  await expect(page).toHaveURL('/artist/mara-voss');
  await expect(bio).toHaveValue('Half a sentence');
  await openHit();
  await page.getByRole('button', { name: 'Leave', exact: true }).click();
  await expect(page).toHaveURL('/artist/night-ferry');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night Ferry');
});

test('after a reload, a profile on which a date was half typed says so (A8) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'owner', site);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('button', { name: 'Add Event' }).click();
  await page.getByLabel('Venue', { exact: true }).fill('Old M');
  await page.reload();
  await expect(page.getByText('What you typed here before is kept.')).toBeVisible();
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByLabel('Venue', { exact: true })).toHaveValue('Old M');
});

test('a half-typed artist outlives the closed panel and a reload, until signing out (P4, P9) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const name = panel
    .getByRole('region', { name: 'Add Artist' })
    .getByLabel('Name', { exact: true });
  await openAddArtist(panel);
  await expect(name).toBeFocused();
  await name.fill('Half an art');
  await closePanel(page);
  await page.reload();
  await openPanel(page);
  await expect(name).toHaveValue('Half an art');
  await panel.getByRole('button', { name: 'Start over' }).click();
  await expect(name).toHaveValue('');
  await name.fill('Another');
  await panel.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Signed out.' })).toBeAttached();
  await signInAs(page, 'admin', site);
  await openAddArtist(panel);
  await expect(name).toHaveValue('');
});

test('what was typed in a session that ended is back for its writer, and for nobody else (P9) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const pasted = panel.getByLabel('Paste a table');
  const severalAtOnce = panel.getByRole('button', { name: 'Several at once' });
  await severalAtOnce.click();
  await pasted.fill('Half a table');
  await endSessions(site, 'admin');
  await page.reload();
  await signInAs(page, 'contact', site);
  await severalAtOnce.click();
  await expect(pasted).toHaveValue('');
  await panel.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Signed out.' })).toBeAttached();
  await signInAs(page, 'admin', site);
  await severalAtOnce.click();
  await expect(pasted).toHaveValue('Half a table');
});

test('a session that the browser has lost is asked for again over the form that is being sent (P9) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  await openAddArtist(panel);
  const add = panel.getByRole('form', { name: 'Add Artist' });
  await fill(add, { Name: 'Halve', Genre: 'Techno' });
  await add.getByLabel('Image URL').fill(PICTURE);
  await page.evaluate(() => localStorage.clear());
  await add.getByRole('button', { name: 'Add Artist' }).click();
  await expect(page.getByText('Your session has ended. Sign in to continue.')).toBeVisible();
  await sendSignIn(dialog(page), site.cast.admin.email, site.cast.admin.password);
  await expect(add.getByLabel('Name', { exact: true })).toHaveValue('Halve');
  await add.getByRole('button', { name: 'Add Artist' }).click();
  await expect(add).toContainText('Added Halve.');
});

test('an artist is featured in at most 6 control keys, and each success is said (P6)', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/', 'admin', site);
  await openPanel(page);
  await expect(dialog(page).getByRole('button', { name: 'Dates', exact: true })).toBeFocused();
  for (const key of ['Tab', 'Enter']) await page.keyboard.press(key);
  await expect(dialog(page).getByRole('heading', { name: 'Manage Artists' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('night');
  const manage = dialog(page).getByRole('region', { name: 'Manage Artists' });
  await expect(manage.getByRole('listitem')).toHaveCount(1);
  const done = manage.locator('.done-note').getByRole('status');
  for (const key of ['Tab', 'Tab', 'Enter']) await page.keyboard.press(key);
  await expect(done).toHaveText('Night Ferry is featured now.');
  expect(await site.rest('GET', 'music_artists?select=id&is_featured=is.true')).toEqual([
    { id: 'night-ferry' },
  ]);

  await manage.getByRole('button', { name: 'Delete Night Ferry' }).click();
  const question = manage.getByRole('group', { name: 'Delete this artist?' });
  await expect(question).toHaveAccessibleDescription(/Night Ferry and 2 events will be deleted/);
  await question.getByRole('button', { name: 'Delete artist' }).click();
  await expect(done).toHaveText('Deleted Night Ferry and 2 events. Kept for 30 days.');
});

test('a date that was saved never says that it is not @release', async ({ page, site }) => {
  const panel = await panelAs(page, 'contact', site);
  await panel.getByRole('button', { name: /^Edit .*Silver Oar/ }).click();
  const said = await page.evaluateHandle(() => {
    const notices: string[] = [];
    new MutationObserver(() => {
      for (const one of document.querySelectorAll('.draft-notice'))
        notices.push(one.textContent ?? '');
    }).observe(document.body, { subtree: true, childList: true });
    return notices;
  });
  await fill(panel, { Location: 'Leeds' });
  await panel.getByRole('button', { name: 'Save Changes' }).click();
  await expect(panel.getByText(/^Saved .*Silver Oar/)).toBeVisible();
  await expect(panel.getByText('Silver Oar, Leeds')).toBeVisible();
  expect(await said.jsonValue()).toEqual([]);
});
