import { SIGNED_IN } from '../../live/cast';
import {
  CONTACTS,
  expect,
  fill,
  openAddArtist,
  openEdit,
  openPanel,
  type Page,
  PICTURE,
  panelAs,
  signedInAt,
  signInAs,
  test,
} from '../fixtures';
import { hold } from '../holding';
import { storeSession } from '../sessions';

const edit = (page: Page) => page.getByRole('button', { name: 'Edit Profile' });
const addEvent = (page: Page) => page.getByRole('button', { name: 'Add Event' });

const MAY_EDIT: Readonly<Record<string, readonly string[]>> = {
  '/artist/mara-voss': ['admin', 'owner'],
  '/artist/night-ferry': ['admin'],
};

test('until it is known what somebody may do, the panel says so @release', async ({
  page,
  site,
}) => {
  await storeSession(page, 'contact', site);
  const letThrough = await hold(page, ({ pathname }) => pathname === CONTACTS);
  await page.goto('/');
  const panel = await openPanel(page);
  const waiting = panel.getByText('Checking what you may do...');
  await expect(waiting).toBeVisible();
  letThrough();
  await expect(panel.getByRole('heading', { name: 'Manage Events' })).toBeVisible();
  await expect(waiting).toHaveCount(0);
});

for (const who of SIGNED_IN) {
  test(`the ${who} is offered to edit the pages that are theirs to edit, and no other (A6) @release`, async ({
    page,
    site,
  }) => {
    for (const [path, allowed] of Object.entries(MAY_EDIT)) {
      await signedInAt(page, path, who, site);
      await page.waitForLoadState('networkidle');
      await expect(edit(page), path).toHaveCount(allowed.includes(who) ? 1 : 0);
    }
  });
}

test('Edit Profile disappears after signing out (A6) @release', async ({ page, site }) => {
  const panel = await panelAs(page, 'owner', site, '/artist/mara-voss');
  await panel.getByText('Sign Out').click();
  await expect(panel).toHaveCount(0);
  await expect(edit(page)).toHaveCount(0);
});

test('the owner sees event controls on their own page only, and there while editing it (A8)', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/night-ferry', 'owner', site);
  await page.waitForLoadState('networkidle');
  await expect(addEvent(page)).toHaveCount(0);
  await page.goto('/artist/mara-voss');
  await expect(edit(page)).toBeVisible();
  await expect(addEvent(page)).toHaveCount(0);
  await edit(page).click();
  await expect(addEvent(page)).toBeVisible();
});

test('the contact sees event controls on every profile, but no Edit Profile (A8)', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'contact', site);
  await expect(addEvent(page)).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await page
    .getByRole('link', { name: /Night Ferry/ })
    .first()
    .click();
  await expect(page).toHaveURL('/artist/night-ferry');
  await expect(addEvent(page)).toBeVisible();
  await expect(edit(page)).toHaveCount(0);
});

for (const who of ['stranger', 'contact'] as const) {
  test(`what the ${who} may not do to artists, the server refuses: nothing changes, and a message says why (P12) @release`, async ({
    page,
    site,
  }) => {
    const panel = await panelAs(page, who, site);
    const row = panel.getByRole('listitem').filter({ hasText: 'Night Ferry' });

    await test.step('Set Featured', async () => {
      await row.getByRole('button', { name: /^Set Featured/ }).click();
      await expect(row.getByRole('alert')).toContainText(/not|only/i);
      await expect(page.locator('main h1')).toHaveText('Mara Voss');
      expect(await site.rest('GET', 'music_artists?select=id&is_featured=is.true')).toEqual([
        { id: 'mara-voss' },
      ]);
    });

    await test.step('Delete', async () => {
      await row.getByRole('button', { name: 'Delete Night Ferry', exact: true }).click();
      await row.getByRole('button', { name: 'Delete artist' }).click();
      await expect(row.getByRole('alert')).toContainText(/not|only/i);
      expect(await site.rest('GET', 'music_artists?select=id')).toHaveLength(3);
      expect(await site.rest('GET', 'music_events?select=id')).toHaveLength(4);
    });

    await test.step('Add Artist', async () => {
      const add = await openAddArtist(panel);
      await fill(add, { Name: 'Halve', Genre: 'Techno', 'Image URL': PICTURE });
      await add.getByRole('button', { name: 'Add Artist' }).click();
      await expect(add.getByRole('alert')).toContainText(/not|only/i);
      await expect(add.getByLabel('Name', { exact: true })).toHaveValue('Halve');
      expect(await site.rest('GET', 'music_artists?select=id&name=eq.Halve')).toEqual([]);
    });
  });
}

test('each section of the panel says what the contact may do, and none what an admin may (P12) @release', async ({
  page,
  site,
}) => {
  const sentences = [
    'Your account cannot add artists: only admins can.',
    'You look after dates: you can add, edit and delete those of every artist.',
    'Only admins can feature or delete artists.',
  ];
  await page.goto('/');
  for (const [who, count] of [
    ['contact', 1],
    ['admin', 0],
  ] as const) {
    const panel = await signInAs(page, who, site);
    await expect(panel.getByRole('button', { name: 'Several at once' })).toBeVisible();
    for (const sentence of sentences) await expect(panel.getByText(sentence)).toHaveCount(count);
    await panel.getByText('Sign Out').click();
  }
});

test('when the stranger edits an artist in the panel, a message says it was refused and what was typed stays (P12) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'stranger', site);
  await openEdit(panel, { name: /^Edit Night Ferry$/ });
  await panel.getByLabel('Bio', { exact: true }).fill('Mine now.');
  await panel.getByRole('button', { name: 'Save Changes' }).click();
  await expect(panel.getByRole('alert')).toContainText(/not|only/i);
  await expect(panel.getByLabel('Bio', { exact: true })).toHaveValue('Mine now.');
  expect(await site.rest('GET', 'music_artists?select=bio&id=eq.night-ferry')).toEqual([
    { bio: null },
  ]);
});

test('the stranger finds the sections, who may use them, and of their controls those for artists only (P3, P12)', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'stranger', site);
  const region = (name: string) => panel.getByRole('region', { name });
  const events = region('Manage Events');
  await expect(events).toContainText('Only admins and music contacts can add');
  await expect(events.getByRole('button')).toHaveCount(0);
  await expect(region('Add Artist').getByRole('button')).toHaveCount(1);
  await expect(region('Manage Artists').getByRole('button', { name: /^Delete / })).toHaveCount(3);
  await expect(region('Export')).toHaveCount(0);
  await expect(panel.getByRole('navigation').getByRole('button')).toHaveText([
    'Dates',
    'Artists',
    'Account',
  ]);
});

for (const who of ['admin', 'contact'] as const) {
  test(`the panel opens on the dates, with Add Artist folded above, for the ${who} (P3, P4, P5) @release`, async ({
    page,
    site,
  }) => {
    const panel = await panelAs(page, who, site);
    await expect(panel.getByRole('button', { name: 'Dates', exact: true })).toBeFocused();
    await expect(panel.getByRole('button', { name: 'Add Event' })).toBeInViewport();
    await expect(panel.getByRole('button', { name: /^Edit .* at / }).first()).toBeInViewport();
    const add = panel.getByRole('region', { name: 'Add Artist' });
    const opener = add.getByRole('button', { name: 'Add Artist' });
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    const name = add.getByLabel('Name', { exact: true });
    await opener.click();
    await expect(name).toBeFocused();
    await name.fill('Halve');
    await name.press('Escape');
    await expect(name).toHaveCount(0);
    await expect(opener).toBeFocused();
    await opener.click();
    await expect(name).toHaveValue('Halve');
    await add.getByRole('button', { name: 'Cancel' }).click();
    await opener.click();
    await expect(name).toHaveValue('');
  });
}
