import { daysFromToday, longDate } from '../../live/dates';
import {
  closePanel,
  dialog,
  expect,
  fill,
  openAddArtist,
  openEdit,
  openPanel,
  PICTURE,
  panelAs,
  test,
} from '../fixtures';

test('an admin adds, features, edits and deletes an artist and a date (P4, P6, P11)', async ({
  page,
  site,
}) => {
  test.slow();
  const panel = await panelAs(page, 'admin', site);

  await test.step('add the artist', async () => {
    const add = await openAddArtist(panel);
    await fill(add, {
      Name: 'Delphine Achterberg',
      Genre: 'Neo-classical',
      'Image URL': PICTURE,
      Followers: '151K',
      'Latest song': 'Études for a Cold Room',
    });
    await add.getByRole('button', { name: 'Add Artist' }).click();
    await expect(
      panel.getByRole('button', { name: 'Edit Delphine Achterberg', exact: true }),
    ).toBeVisible();
  });

  await test.step('add a date', async () => {
    const events = panel.getByRole('region', { name: 'Manage Events' });
    await events.getByRole('button', { name: 'Add Event' }).click();
    await events
      .getByLabel('Artist', { exact: true })
      .selectOption({ label: 'Delphine Achterberg' });
    await fill(events, { Date: daysFromToday(20), Venue: 'Orangerie', Location: 'Ghent' });
    await events.getByRole('form').getByRole('button', { name: 'Add Event' }).click();
    await expect(events.getByRole('button', { name: /^Delete.*Orangerie/ })).toBeVisible();
  });

  await test.step('feature the artist', async () => {
    await panel.getByRole('button', { name: /^Set Featured.*Delphine/ }).click();
    await expect(panel.getByRole('button', { name: /^Set Featured.*Delphine/ })).toBeDisabled();
    await closePanel(page);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Delphine Achterberg');
    await expect(page.getByRole('region', { name: 'Latest Release' })).toContainText(
      'Études for a Cold Room',
    );
    const upcoming = page.getByRole('region', { name: 'Upcoming Events' });
    await expect(upcoming.getByText(longDate(daysFromToday(20)))).toBeVisible();
  });

  await test.step('edit the artist', async () => {
    await openPanel(page);
    await openEdit(panel, { name: 'Edit Delphine Achterberg', exact: true });
    await panel.getByLabel('Bio', { exact: true }).fill('She records in winter.');
    await panel.getByRole('button', { name: 'Save Changes' }).click();
    await expect(panel.getByRole('heading', { name: 'Manage Artists' })).toBeVisible();
    await closePanel(page);
    await page.getByRole('link', { name: 'View Profile' }).click();
    await expect(page).toHaveURL('/artist/delphine-achterberg');
    await expect(page.getByText('She records in winter.')).toBeVisible();
    await expect(page.getByText('Orangerie')).toBeVisible();
  });

  await test.step('delete the artist, and the date with it', async () => {
    await page.getByRole('link', { name: 'Back' }).click();
    await openPanel(page);
    await panel.getByRole('button', { name: 'Delete Delphine Achterberg', exact: true }).click();
    await expect(panel.getByText(/1 event\b/)).toBeVisible();
    await panel.getByRole('button', { name: 'Delete artist' }).click();
    await expect(
      panel.getByRole('button', { name: 'Edit Delphine Achterberg', exact: true }),
    ).toHaveCount(0);
    await panel.getByText('Sign Out').click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
    await expect(page.getByText('Orangerie')).toHaveCount(0);
  });

  await page.goto('/artist/delphine-achterberg');
  await expect(page).toHaveURL('/');
});
