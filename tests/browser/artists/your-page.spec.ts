/** Owners: their page, all that they change on it, and nothing else. */

import { daysFromToday } from '../../live/dates';
import { violations } from '../axe';
import { dialog, expect, fill, openPanel, panelAs, signedInAt, signInAs, test } from '../fixtures';

for (const width of [390, 1440]) {
  test(`an owner lands on their page and changes all of it, dates included, at ${width} px (U4)`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const panel = await signInAs(page, 'owner', site);
    await expect(panel.getByRole('heading', { name: 'Your page' })).toBeVisible();
    await expect(page).toHaveURL('/artist/mara-voss');
    await expect(panel.getByRole('navigation').getByRole('button')).toHaveText([
      'Your page',
      'History',
      'Account',
    ]);
    for (const name of ['Add Artist', 'Manage Events', 'Manage Artists'])
      await expect(panel.getByRole('heading', { name })).toHaveCount(0);
    expect(await violations(page)).toEqual([]);

    await panel.getByRole('link', { name: 'Edit your page' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
    await fill(page, { Genre: 'Chamber noise', 'Latest song': 'Low Tide', Bio: 'Writes by day.' });

    await page.getByRole('button', { name: 'Add Event' }).click();
    const form = page.getByRole('form', { name: 'Add Event' });
    await fill(form, { Date: daysFromToday(30), Venue: 'Molo Hall', Location: 'Trieste' });
    await form.getByRole('button', { name: 'Add Event' }).click();
    const duplicate = page.getByRole('button', { name: /^Duplicate Molo Hall/ });
    // Where the bar of the form and its message cover no button halfway: the list is still scrolling by itself.
    await duplicate.evaluate((button) =>
      button.scrollIntoView({ block: 'center', behavior: 'instant' }),
    );
    expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: /^Delete Molo Hall/ }).click();
    await page.getByRole('button', { name: 'Delete event' }).click();
    await expect(page.getByRole('button', { name: /Molo Hall/ })).toHaveCount(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Edit Profile' })).toBeFocused();
    await page.reload();
    await expect(page.locator('main')).toContainText('Chamber noise');
    await expect(page.locator('main')).toContainText('Low Tide');
    await expect(page.locator('main')).toContainText('Writes by day.');
  });
}

test('an owner of two artists chooses between them, and changes no date of a third whose bill they are on (U4) @release', async ({
  page,
  site,
}) => {
  await site.rest('POST', 'music_owners', {
    artist_id: 'night-ferry',
    user_id: site.cast.owner.id,
  });
  const [event] = (await site.rest('POST', 'music_events?select=id', {
    date: daysFromToday(60),
    venue: 'Depot 23',
    location: 'Ghent',
    artist_id: 'abel-quintero',
  })) as [{ id: string }];
  await site.rest('POST', 'music_lineup', {
    event_id: event.id,
    artist_id: 'night-ferry',
    name: 'Night Ferry',
  });
  await page.goto('/');
  const panel = await signInAs(page, 'owner', site);
  await expect(panel.getByRole('link', { name: 'Edit Mara Voss' })).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await violations(page)).toEqual([]);
  await panel.getByRole('link', { name: 'Edit Night Ferry' }).click();
  await expect(page).toHaveURL('/artist/night-ferry');
  await expect(page.getByRole('button', { name: /^Edit Pier Fourteen Hall/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Depot 23' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(Edit|Delete).*Depot 23/ })).toHaveCount(0);

  await page.goto(`/event/${event.id}`);
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: /^Edit/ })).toHaveCount(0);
});

test('an account without any rights is told so, and whom to ask (U4) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/', 'stranger', site);
  const panel = await openPanel(page);
  const note = panel.getByRole('region', { name: 'You have no rights yet' });
  await expect(note).toContainText('An admin of');
  expect(await violations(page)).toEqual([]);
});

test('below their own page an owner finds folded what the site may refuse them, with one sentence why (P12) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'owner', site);
  const why = panel.getByText('Only admins can add, feature or delete artists');
  const unfold = panel.getByRole('heading', { name: 'All artists' });
  await expect(why).toBeHidden();
  await expect(panel.getByRole('button', { name: 'Add Artist' })).toHaveCount(0);
  await unfold.click();
  await expect(why).toBeVisible();
  await expect(panel.getByText(/only admins/i)).toHaveCount(1);
  await expect(panel.getByRole('button', { name: 'Add Artist' })).toBeVisible();
  await expect(panel.getByRole('heading', { name: 'Manage Events' })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  const list = panel.getByRole('region', { name: 'Manage Artists' });
  const row = list.getByRole('listitem').filter({ hasText: 'Night Ferry' });
  await row.getByRole('button', { name: 'Set Featured: Night Ferry' }).click();
  await expect(row.getByRole('alert')).toContainText('not allowed');
  await row.getByRole('button', { name: 'Delete Night Ferry' }).click();
  await list.getByRole('button', { name: 'Delete artist' }).click();
  await expect(list.getByRole('alert')).toContainText(/not allowed|Nothing was changed/);
  expect(await site.rest('GET', 'music_artists?select=id&id=eq.night-ferry')).toHaveLength(1);
});
