/** What comes next for an artist who was just added. */

import { daysFromToday } from '../../live/dates';
import { expect, fill, openAddArtist, PICTURE, panelAs, test } from '../fixtures';

test('from who was just added one press leads to their first date, another to the invitation of their owner (W7) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const add = await openAddArtist(panel);
  await fill(add, { Name: 'Halve', Genre: 'Techno', 'Image URL': PICTURE });
  await add.getByRole('button', { name: 'Add Artist' }).click();
  await add.getByRole('button', { name: 'Add a date' }).click();
  const form = panel.getByRole('form', { name: 'Add Event' });
  await expect(form.getByLabel('Artist', { exact: true })).toHaveValue('halve');
  await expect(form.getByLabel('Date', { exact: true })).toBeFocused();
  await fill(form, { Date: daysFromToday(40), Venue: 'Old Mill', Location: 'Bern' });
  await form.getByRole('button', { name: 'Add Event' }).click();
  await expect(panel.getByText(/^Added Halve, .*Old Mill\.$/)).toBeVisible();

  await add.getByRole('button', { name: 'Invite the artist' }).click();
  const invite = panel.getByRole('form', { name: 'Invite' });
  await expect(invite.getByLabel('Email')).toBeFocused();
  await expect(invite.getByLabel('What for')).toHaveValue('owner');
  await expect(invite.getByLabel('Which artist')).toHaveValue('halve');
  await invite.getByLabel('Email').fill('halve@stage.test');
  await invite.getByRole('button', { name: 'Send invitation' }).click();
  await expect(panel.getByText('Invitation sent to halve@stage.test.')).toBeVisible();
  expect(await site.rest('GET', 'music_invitations?select=role,artist_id')).toContainEqual({
    role: 'owner',
    artist_id: 'halve',
  });
});
