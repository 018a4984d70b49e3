/** The message after a change, and what its Undo brings back. */

import { OTHER } from '../../live/cast';
import { daysFromToday, longDate } from '../../live/dates';
import { violations } from '../axe';
import { expect, type Locator, panelAs, signedInAt, test } from '../fixtures';

const region = (panel: Locator, name: string) => panel.getByRole('region', { name });

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`after a deletion, Undo stays until it is pressed and brings the row back in view, at ${width} px (U5) @release`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height });
    const panel = await panelAs(page, 'contact', site);
    await panel.getByRole('button', { name: 'Dates', exact: true }).click();
    const events = region(panel, 'Manage Events');
    const kept = await site.rest('GET', 'music_events?order=id');
    const undo = events.getByRole('button', { name: 'Undo' });
    const silverOar = events.getByRole('listitem').filter({ hasText: 'Silver Oar' });

    await events.getByRole('button', { name: /^Delete.*Silver Oar/ }).click();
    await events.getByRole('button', { name: 'Delete event' }).click();
    await expect(events.getByRole('status')).toHaveText(/^Deleted Mara Voss, .*, Silver Oar\.$/);
    await expect(silverOar).toHaveCount(0);
    await expect(undo).toBeInViewport();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Control+z');
    await expect(silverOar).toBeFocused();
    await expect(silverOar).toBeInViewport();
    await expect(events.getByRole('status')).toHaveText(/^Mara Voss, .*, Silver Oar is back\.$/);
    await expect(undo).toHaveCount(0);
    const strip = (rows: unknown) =>
      (rows as Record<string, unknown>[]).map(({ updated_at, ...row }) => row);
    expect(strip(await site.rest('GET', 'music_events?order=id'))).toEqual(strip(kept));

    await events.getByRole('button', { name: /^Delete.*Silver Oar/ }).click();
    await events.getByRole('button', { name: 'Delete event' }).click();
    await expect(undo).toBeVisible();
    await events.getByRole('button', { name: 'Dismiss this message' }).click();
    await expect(undo).toHaveCount(0);
  });
}

test('a deleted artist is back first in the list with all dates, and an added date goes again (U5) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const artists = region(panel, 'Manage Artists');
  const ofOther = `music_events?select=id,date,venue&artist_id=eq.${OTHER}&order=id`;
  const dates = await site.rest('GET', ofOther);
  await artists.getByRole('button', { name: 'Delete Night Ferry' }).click();
  await expect(artists.getByText(/2 events/)).toBeVisible();
  await artists.getByRole('button', { name: 'Delete artist' }).click();
  await expect(artists.getByRole('status')).toHaveText(
    'Deleted Night Ferry and 2 events. Kept for 30 days.',
  );
  expect(await site.rest('GET', ofOther)).toEqual([]);
  await artists.getByRole('button', { name: 'Undo' }).click();
  await expect(artists.getByRole('status')).toHaveText('Night Ferry is back, with 2 events.');
  await expect(artists.getByRole('listitem').filter({ hasText: 'Night Ferry' })).toBeFocused();
  expect(await site.rest('GET', ofOther)).toEqual(dates);

  const day = daysFromToday(40);
  const name = `Abel Quintero, ${longDate(day).split(', ')[1]}, Old Mill`;
  const events = region(panel, 'Manage Events');
  await events.getByRole('button', { name: 'Add Event' }).first().click();
  const form = events.getByRole('form', { name: 'Add Event' });
  await form.getByLabel('Artist', { exact: true }).selectOption({ label: 'Abel Quintero' });
  for (const [label, text] of [
    ['Date', day],
    ['Venue', 'Old Mill'],
    ['Location', 'Bern'],
  ] as const)
    await form.getByLabel(label, { exact: true }).fill(text);
  await form.getByRole('button', { name: 'Add Event' }).click();
  await expect(events.getByRole('status')).toHaveText(`Added ${name}.`);
  await events.getByRole('button', { name: 'Undo' }).click();
  await expect(events.getByRole('status')).toHaveText(`${name} has been removed.`);
  expect(await site.rest('GET', 'music_events?venue=eq.Old%20Mill')).toEqual([]);
});

test('an edited date, an edited artist and a featured one are as they were after Undo (U5) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const events = region(panel, 'Manage Events');
  const oar = () => site.rest('GET', 'music_events?select=venue,start_time&venue=like.Silver*');
  const kept = await oar();
  await events.getByRole('button', { name: /^Edit .*Silver Oar/ }).click();
  const form = events.getByRole('form', { name: /^Edit / });
  await form.getByLabel('Venue', { exact: true }).fill('Silver Oar Hall');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(events.getByRole('status')).toHaveText(/^Saved Mara Voss, .*, Silver Oar Hall\.$/);
  expect(await oar()).not.toEqual(kept);
  await page.keyboard.press('Control+z');
  await expect(events.getByRole('status')).toHaveText(/^Mara Voss, .*, Silver Oar is as it was\.$/);
  await expect(events.getByRole('listitem').filter({ hasText: 'Silver Oar' })).toBeFocused();
  expect(await oar()).toEqual(kept);

  const artists = region(panel, 'Manage Artists');
  const found = () => site.rest('GET', 'music_artists?select=id,genre,is_featured&order=id');
  const before = await found();
  await artists.getByRole('button', { name: 'Edit Night Ferry' }).click();
  await panel.getByLabel('Genre', { exact: true }).fill('Free jazz');
  await panel.getByRole('button', { name: 'Save Changes' }).click();
  await expect(artists.getByRole('status')).toHaveText('Saved Night Ferry.');
  await artists.getByRole('button', { name: 'Undo' }).click();
  await expect(artists.getByRole('status')).toHaveText('Night Ferry is as it was.');
  await artists.getByRole('button', { name: 'Set Featured: Night Ferry' }).click();
  await expect(artists.getByRole('status')).toHaveText('Night Ferry is featured now.');
  expect(await found()).not.toEqual(before);
  await artists.getByRole('button', { name: 'Undo' }).click();
  await expect(artists.getByRole('status')).toHaveText('Night Ferry is not featured any more.');
  expect(await found()).toEqual(before);
});

test('a saved profile is as it was after Undo (U5) @release', async ({ page, site }) => {
  await signedInAt(page, '/artist/mara-voss', 'owner', site);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Bio').fill('Sings.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('Sings.');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Mara Voss is as it was.')).toBeVisible();
  await expect(main).toContainText('Mara Voss writes at night.');
  expect(await site.rest('GET', 'music_artists?select=bio&id=eq.mara-voss')).toEqual([
    { bio: 'Mara Voss writes at night.' },
  ]);
});

test('a save that cannot reach the site says so without trying again, and keeps what was typed (P9) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'contact', site);
  const events = region(panel, 'Manage Events');
  await events.getByRole('button', { name: 'Add Event' }).click();
  const form = events.getByRole('form', { name: 'Add Event' });
  await form.getByLabel('Artist', { exact: true }).selectOption({ label: 'Night Ferry' });
  const typed = { Date: daysFromToday(40), Venue: 'Old Mill', Location: 'Bern' };
  for (const [label, text] of Object.entries(typed))
    await form.getByLabel(label, { exact: true }).fill(text);
  await page.waitForLoadState('networkidle');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  await page.context().setOffline(true);
  await form.getByRole('button', { name: 'Add Event' }).click();
  await expect(form.getByRole('alert')).toHaveText(/^The site could not be reached\./);
  expect(sent.length).toBeLessThanOrEqual(2);
  for (const [label, text] of Object.entries(typed))
    await expect(form.getByLabel(label, { exact: true })).toHaveValue(text);
  await page.context().setOffline(false);
  await form.getByRole('button', { name: 'Add Event' }).click();
  await expect(events.getByRole('status')).toContainText('Added Night Ferry');
});
