/** Where the keyboard is in the panel: what has the focus, and what Escape closes (P13). */

import { openEdit as openEvent, section } from '../dates/event-form';
import {
  ARTISTS,
  dialog,
  EVENTS,
  expect,
  type Locator,
  openPanel,
  panelAs,
  test,
} from '../fixtures';
import { holdChange } from '../holding';

test('a section that is chosen has the focus on its heading (P13)', async ({ page, site }) => {
  const panel = await panelAs(page, 'admin', site);
  for (const [section, heading] of Object.entries({
    Dates: 'Manage Events',
    Artists: 'Manage Artists',
    People: 'People',
    History: 'History',
    Site: 'Site',
    Account: 'Your name',
  })) {
    await panel.getByRole('button', { name: section, exact: true }).click();
    await expect(panel.getByRole('heading', { name: heading, exact: true })).toBeFocused();
  }
});

/** Each opens something in the panel, whose field or button Escape is pressed in. */
const NESTED: Record<string, (panel: Locator) => Promise<Locator>> = {
  'a new date': async (panel) => {
    await panel.getByRole('button', { name: 'Add Event' }).click();
    return panel.getByLabel('Venue', { exact: true });
  },
  'the question before a deletion': async (panel) => {
    await panel.getByRole('button', { name: /^Delete Night Ferry$/ }).click();
    return panel.getByRole('button', { name: 'Keep' });
  },
  'the form of an artist': async (panel) => {
    await panel.getByRole('button', { name: 'Edit Night Ferry', exact: true }).click();
    return panel.getByRole('form', { name: 'Edit Artist' }).getByLabel('Genre');
  },
  'the import': async (panel) => {
    await panel.getByRole('button', { name: 'Several at once' }).click();
    return panel.getByLabel('Paste a table');
  },
  'the form of a person': async (panel) => {
    await panel.getByRole('button', { name: 'People', exact: true }).click();
    await panel.getByRole('button', { name: 'Change stranger@stage.test' }).click();
    return panel.getByLabel('Block until');
  },
  'an invitation': async (panel) => {
    await panel.getByRole('button', { name: 'People', exact: true }).click();
    await panel.getByRole('button', { name: 'Invite' }).click();
    return panel.getByLabel('What for');
  },
  'the link of an invitation': async (panel) => {
    await panel.getByRole('button', { name: 'People', exact: true }).click();
    await panel.getByRole('button', { name: 'Invite' }).click();
    await panel.getByLabel('What for').selectOption({ value: 'contact' });
    await panel.getByRole('button', { name: 'Copy link' }).click();
    return panel.getByLabel('Invitation link');
  },
  'a new password': async (panel) => {
    await panel.getByRole('button', { name: 'Account', exact: true }).click();
    await panel.getByRole('button', { name: 'Change password' }).click();
    return panel.getByLabel('New password', { exact: true });
  },
};

test('Escape closes the innermost thing, and then the panel (P13) @release', async ({
  page,
  site,
}) => {
  await panelAs(page, 'admin', site);
  for (const [what, open] of Object.entries(NESTED)) {
    const panel = (await dialog(page).isVisible()) ? dialog(page) : await openPanel(page);
    const inside = await open(panel);
    await inside.focus();
    await page.keyboard.press('Escape');
    await expect(inside, what).toHaveCount(0);
    await expect(panel, what).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel, what).toHaveCount(0);
  }
});

test('what waits for an answer keeps the focus, is sent once, and Escape leaves the panel open (P13) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const dates = section(panel);
  let writes = 0;
  page.on('request', (request) => {
    if (!/^(GET|HEAD)$/.test(request.method())) writes += 1;
  });

  const form = await openEvent(dates, /^Edit Mara Voss at Silver Oar/);
  await form.getByLabel('Location', { exact: true }).fill('Leith');
  await form.getByRole('button', { name: 'Save Changes' }).focus();
  await page.waitForLoadState('networkidle');
  writes = 0;
  const save = await holdChange(page, EVENTS);
  await page.keyboard.press('Enter');
  const saving = form.getByRole('button', { name: 'Saving...' });
  await expect(saving).toBeFocused();
  await expect(saving).toBeDisabled();
  await page.keyboard.press('Enter');
  await form.getByLabel('Location', { exact: true }).press('Enter');
  await saving.focus();
  await page.keyboard.press('Escape');
  await expect(form).toHaveCount(0);
  await expect(panel).toBeVisible();
  save.letPass();
  await expect(dates.getByText(/^Saved Mara Voss/)).toBeVisible();
  expect(writes).toBe(1);
  await page.unrouteAll();

  await dates.getByRole('button', { name: /^Delete Mara Voss at Silver Oar/ }).click();
  await dates.getByRole('button', { name: 'Delete event' }).focus();
  const removal = await holdChange(page, EVENTS);
  await page.keyboard.press('Enter');
  await expect(dates.getByRole('button', { name: 'Deleting...' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dates.getByRole('button', { name: 'Deleting...' })).toBeFocused();
  removal.letPass();
  await expect(dates.getByText(/^Deleted Mara Voss/)).toBeVisible();

  const star = panel.getByRole('button', { name: 'Set Featured: Night Ferry' });
  await star.focus();
  const featuring = await holdChange(page, ARTISTS);
  await page.keyboard.press('Enter');
  await expect(star).toBeDisabled();
  await expect(star).toBeFocused();
  featuring.letPass();
  await expect(panel.getByText('Night Ferry is featured now.')).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Edit Night Ferry', exact: true })).toBeFocused();
});
