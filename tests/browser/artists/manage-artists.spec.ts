import type { Route } from '@playwright/test';
import {
  closePanel,
  countLoads,
  expect,
  fill,
  type Locator,
  openAddArtist,
  openEdit,
  PICTURE,
  pageBehind,
  panelAs,
  signInAs,
  test,
} from '../fixtures';

const REQUIRED = {
  Name: 'Halve',
  Genre: 'Minimal techno',
  'Image URL': PICTURE,
  Followers: '412K',
};
const OPTIONAL = {
  'Latest song': 'Half Past Nothing',
  Website: 'https://halve.example',
  'Instagram handle': 'halve_audio',
  'Twitter handle': '@halve',
  Bio: 'One drum machine.',
};

const section = (panel: Locator, name: string) => panel.getByRole('region', { name, exact: true });

test('Add Artist has its required and optional fields, defaults and placeholders (P4) @release', async ({
  page,
  site,
}) => {
  const add = await openAddArtist(await panelAs(page, 'admin', site));
  for (const label of Object.keys(REQUIRED)) {
    await expect(add.getByLabel(label, { exact: true })).toHaveAttribute('required');
  }
  for (const label of Object.keys(OPTIONAL)) {
    await expect(add.getByLabel(label, { exact: true })).not.toHaveAttribute('required');
  }
  await expect(add.getByLabel('Image URL', { exact: true })).toHaveAttribute('type', 'url');
  await expect(add.getByLabel('Website', { exact: true })).toHaveAttribute('type', 'url');
  await expect(add.getByLabel('Followers', { exact: true })).toHaveValue('0');
  for (const label of ['Instagram handle', 'Twitter handle']) {
    await expect(add.getByLabel(label, { exact: true })).toHaveAttribute(
      'placeholder',
      '@username',
    );
  }
  await expect(add.getByLabel('Bio', { exact: true })).toHaveAttribute(
    'placeholder',
    'Write about the artist...',
  );
});

test('an artist with every field is added and shows on the page behind, without a reload (P4, P11)', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const loads = countLoads(page);
  const add = await openAddArtist(panel);
  await fill(add, { ...REQUIRED, ...OPTIONAL });
  await add.getByRole('button', { name: 'Add Artist' }).click();
  await expect(section(panel, 'Manage Artists').getByText('Halve', { exact: true })).toBeVisible();
  await expect(pageBehind(page)).toContainText('Halve');
  for (const label of ['Name', 'Genre', 'Image URL', ...Object.keys(OPTIONAL)]) {
    await expect(add.getByLabel(label, { exact: true })).toHaveValue('');
  }
  await expect(add.getByLabel('Followers', { exact: true })).toHaveValue('0');
  expect(await site.rest('GET', 'music_artists?id=eq.halve')).toMatchObject([
    {
      name: 'Halve',
      genre: 'Minimal techno',
      image: PICTURE,
      followers: '412K',
      latest_song: 'Half Past Nothing',
      website: 'https://halve.example',
      social_instagram: 'halve_audio',
      social_twitter: 'halve',
      bio: 'One drum machine.',
      is_featured: false,
    },
  ]);
  expect(loads()).toBe(0);
});

test('whoever adds an artist is led to the page, and can take the artist back (W7)', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const add = await openAddArtist(panel);
  for (const way of ['Undo', 'See the page']) {
    await fill(add, REQUIRED);
    await add.getByRole('button', { name: 'Add Artist' }).click();
    await expect(add.getByRole('status').filter({ hasText: 'Added Halve.' })).toBeAttached();
    const pressed = add.getByRole(way === 'Undo' ? 'button' : 'link', { name: way });
    await expect(pressed).toBeInViewport({ ratio: 1 });
    await pressed.click();
    if (way !== 'Undo') break;
    await expect(add.getByText('Halve has been removed.')).toBeVisible();
    await expect(pageBehind(page)).not.toContainText('Halve');
    expect(await site.rest('GET', 'music_artists?id=eq.halve')).toEqual([]);
  }
  await expect(page).toHaveURL('/artist/halve');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Halve');
});

test('a save waits until it is known whether the picture can be had (M1)', async ({
  page,
  site,
}) => {
  const asked: Route[] = [];
  await page.route('https://slow.example/**', (route) => {
    asked.push(route);
  });
  const add = await openAddArtist(await panelAs(page, 'admin', site));
  await fill(add, { ...REQUIRED, 'Image URL': 'https://slow.example/gone.webp' });
  await expect.poll(() => asked.length).toBeGreaterThan(0);
  await add.getByRole('button', { name: 'Add Artist' }).click();
  await expect(add.getByText('Loading the picture.')).toBeVisible();
  await Promise.all(asked.map((route) => route.abort('namenotresolved')));
  await expect(add.getByText('Loading the picture.')).toHaveCount(0);
  await expect(add.getByText('No picture can be loaded from this address.')).toBeVisible();
  await expect(add.getByLabel('Image URL', { exact: true })).toBeFocused();
  await page.clock.install();
  await fill(add, { 'Image URL': 'https://slow.example/never.webp' });
  await add.getByRole('button', { name: 'Add Artist' }).click();
  await expect(add.getByText('Loading the picture.')).toBeVisible();
  await page.clock.fastForward('00:31');
  await expect(add.getByText('No picture can be loaded from this address.')).toBeVisible();
  expect(await site.rest('GET', 'music_artists?id=eq.halve')).toEqual([]);
  await fill(add, { 'Image URL': PICTURE });
  await add.getByRole('button', { name: 'Add Artist' }).click();
  await expect(add.getByText('Added Halve.')).toBeVisible();
});

test('an artist needs only the required fields (P4) @release', async ({ page, site }) => {
  const panel = await panelAs(page, 'admin', site);
  const add = await openAddArtist(panel);
  const { Followers: _, ...others } = REQUIRED;
  await fill(add, others);
  await add.getByRole('button', { name: 'Add Artist' }).click();
  await expect(section(panel, 'Manage Artists').getByText('Halve', { exact: true })).toBeVisible();
  expect(await site.rest('GET', 'music_artists?id=eq.halve')).toMatchObject([
    {
      followers: '0',
      latest_song: null,
      bio: null,
      website: null,
      social_instagram: null,
      social_twitter: null,
    },
  ]);
});

test('the list says quietly what each page lacks, to those who may add it (W7) @release', async ({
  page,
  site,
}) => {
  await site.rest('POST', 'music_artists', {
    name: 'Halve',
    genre: 'Techno',
    image: `${site.url}/storage/v1/object/public/artists/gone.webp`,
    followers: '0',
  });
  const panel = await panelAs(page, 'admin', site);
  const row = (name: string) =>
    section(panel, 'Manage Artists').getByRole('listitem').filter({ hasText: name });
  await row('Halve').scrollIntoViewIfNeeded();
  await expect(row('Halve')).toContainText('Missing: biography, links, photograph');
  await expect(row('Mara Voss')).not.toContainText('Missing');
  await openEdit(panel, { name: 'Edit Halve', exact: true });
  await fill(panel, { Bio: 'One drum machine.', Website: 'https://halve.example' });
  await panel.getByRole('button', { name: 'Save Changes' }).click();
  await expect(row('Halve')).not.toContainText('biography');
  await expect(row('Halve')).not.toContainText('links');
  await panel.getByRole('button', { name: 'Sign Out' }).click();
  await signInAs(page, 'contact', site);
  await expect(row('Halve')).toBeVisible();
  await expect(row('Halve')).not.toContainText('Missing');
});

test('every artist has Edit, Set Featured and Delete (P6) @release', async ({ page, site }) => {
  const rows = section(await panelAs(page, 'admin', site), 'Manage Artists').getByRole('listitem');
  await expect(rows).toHaveCount(3);
  for (const name of ['Mara Voss', 'Night Ferry', 'Abel Quintero']) {
    const row = rows.filter({ hasText: name });
    for (const action of ['Edit', 'Set Featured', 'Delete']) {
      await expect(
        row.getByRole('button', { name: new RegExp(`^${action}\\b.*${name}`) }),
      ).toBeVisible();
    }
  }
});

test('Set Featured changes the hero behind, and leaves one featured (P6, P11) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const loads = countLoads(page);
  await panel.getByRole('button', { name: /^Set Featured.*Night Ferry/ }).click();
  await expect(pageBehind(page).locator('h1')).toHaveText('Night Ferry');
  await expect(
    panel
      .getByRole('listitem')
      .filter({ hasText: 'Night Ferry' })
      .getByText('Featured', { exact: true }),
  ).toBeVisible();
  await expect(panel.getByText('Featured', { exact: true })).toHaveCount(1);
  expect(await site.rest('GET', 'music_artists?select=id&is_featured=is.true')).toEqual([
    { id: 'night-ferry' },
  ]);
  expect(loads()).toBe(0);
});

test('Delete asks first and says how many events go with the artist, and Keep changes nothing (P6, P11)', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const loads = countLoads(page);
  const row = section(panel, 'Manage Artists')
    .getByRole('listitem')
    .filter({ hasText: 'Night Ferry' });
  await row.getByRole('button', { name: /^Delete/ }).click();
  await expect(row.getByText(/Delete this artist\?/)).toBeVisible();
  await expect(row.getByText(/2 events/)).toBeVisible();
  await expect(row.getByRole('button', { name: 'Keep' })).toBeFocused();
  await row.getByRole('button', { name: 'Keep' }).click();
  await expect(row.getByRole('button', { name: /^Edit/ })).toBeVisible();
  await row.getByRole('button', { name: /^Delete/ }).click();
  await row.getByRole('button', { name: 'Delete artist' }).click();
  await expect(row).toHaveCount(0);
  await expect(pageBehind(page)).not.toContainText('Night Ferry');
  await expect(pageBehind(page)).not.toContainText('Pier Fourteen Hall');
  expect(await site.rest('GET', 'music_events?select=id&artist_id=eq.night-ferry')).toEqual([]);
  expect(loads()).toBe(0);
});

test('Edit Artist replaces the other sections until Cancel (P7) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  await openEdit(panel, { name: /^Edit Night Ferry$/ });
  const edit = section(panel, 'Edit Artist');
  await expect(edit.getByLabel('Name', { exact: true })).toHaveValue('Night Ferry');
  await expect(edit.getByLabel('Genre', { exact: true })).toHaveValue('Dream pop');
  await expect(edit.getByLabel('Image URL', { exact: true })).toHaveValue(
    /^http:.*night-ferry\.webp$/,
  );
  await expect(edit.getByLabel('Followers', { exact: true })).toHaveValue('864K');
  await expect(edit.getByLabel('Latest song', { exact: true })).toHaveValue('Harbour Lights');
  for (const name of ['Add Artist', 'Manage Events', 'Manage Artists']) {
    await expect(panel.getByRole('heading', { name, exact: true })).toHaveCount(0);
  }
  await edit.getByLabel('Name', { exact: true }).fill('Nobody');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await expect(edit).toHaveCount(0);
  for (const name of ['Add Artist', 'Manage Events', 'Manage Artists']) {
    await expect(panel.getByRole('heading', { name, exact: true })).toBeVisible();
  }
  await expect(panel.getByText('Nobody')).toHaveCount(0);
});

test('Save Changes writes the record and returns to the sections (P7, P11)', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const loads = countLoads(page);
  await openEdit(panel, { name: /^Edit Night Ferry$/ });
  const edit = section(panel, 'Edit Artist');
  await fill(edit, { Name: 'Night Ferry Band', Genre: 'Shoegaze', Followers: '900K', ...OPTIONAL });
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit).toHaveCount(0);
  await expect(
    section(panel, 'Manage Artists').getByText('Night Ferry Band', { exact: true }),
  ).toBeVisible();
  await expect(pageBehind(page)).toContainText('Shoegaze');
  const [artist] = await site.rest<{ image: string }[]>('GET', 'music_artists?id=eq.night-ferry');
  expect(artist).toMatchObject({
    name: 'Night Ferry Band',
    genre: 'Shoegaze',
    followers: '900K',
    social_twitter: 'halve',
    image: expect.stringMatching(/^\/storage\/v1\/object\/public\//),
  });
  expect(loads()).toBe(0);
  await closePanel(page);
  await expect(page.getByRole('link', { name: /Night Ferry Band/ }).first()).toBeVisible();
});

test('a failed save keeps the editor open with what was typed (P7)', async ({ page, site }) => {
  const panel = await panelAs(page, 'admin', site);
  await openEdit(panel, { name: /^Edit Night Ferry$/ });
  const edit = section(panel, 'Edit Artist');
  await fill(edit, { Name: 'Night Ferry Band' });
  await page.route('**/rest/v1/music_artists*', (route) =>
    route.request().method() === 'PATCH' ? route.abort('connectionrefused') : route.fallback(),
  );
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit.getByRole('alert')).toContainText(/\w/);
  await expect(edit.getByLabel('Name', { exact: true })).toHaveValue('Night Ferry Band');
});
