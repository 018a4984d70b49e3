/** What a save of an artist asks of the service, how much of it, and what is left when it fails. */

import {
  ARTISTS,
  closePanel,
  dialog,
  expect,
  failWith,
  fill,
  type LiveSite,
  type Locator,
  openAddArtist,
  openEdit,
  openPanel,
  type Page,
  PICTURE,
  SAVE_ARTIST,
  sendSignIn,
  signedInAt,
  signInAs,
  test,
} from '../fixtures';
import { answerOnly, holdChange } from '../holding';
import { endSessions } from '../sessions';

const RADIO = { artist_id: 'mara-voss', position: 0, url: 'https://radio.example', label: 'Radio' };

const profile = (site: LiveSite) =>
  site.rest<object[]>(
    'GET',
    'music_artists?select=name,bio,links:music_links(id,url,label)&id=eq.mara-voss',
  );

/** The changes since the one with this id, the newest first, with the numbers of their saves. */
const changes = (site: LiveSite, since = 0) =>
  site.rest<{ id: number; transaction: number }[]>(
    'GET',
    `music_changes?select=id,transaction&id=gt.${since}&order=id.desc`,
  );

async function editProfile(page: Page, site: LiveSite) {
  await signedInAt(page, '/artist/mara-voss', 'owner', site);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Bio').fill('Sings.');
  await page.getByLabel('Link 1', { exact: true }).fill('https://tide.example');
  await page.getByLabel('Add a link').fill('mara.bandcamp.com');
}

async function expectTyped(page: Page): Promise<void> {
  await expect(page.getByLabel('Bio')).toHaveValue('Sings.');
  await expect(page.getByLabel('Link 1', { exact: true })).toHaveValue('https://tide.example');
  await expect(page.getByLabel('Add a link')).toHaveValue('mara.bandcamp.com');
}

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

async function fillNew(add: Locator, links = ''): Promise<void> {
  await fill(add, { Name: 'Halve', Genre: 'Techno', 'Image URL': PICTURE });
  await add.getByLabel('Add a link').fill(links);
}

test('a draft of a profile from before a later save leaves the links that this added (E4) @release', async ({
  page,
  site,
}) => {
  await site.rest('POST', 'music_links', RADIO);
  await editProfile(page, site);
  const pier = { ...RADIO, position: 1, url: 'https://pier.example', label: 'Pier' };
  await site.rest('POST', 'music_links', pier);
  await page.reload();
  await expect(page.getByText(/^This is the latest version with your changes/)).toBeVisible();
  await expectTyped(page);
  await expect(page.getByLabel('Link 2', { exact: true })).toHaveValue('https://pier.example');
  await save(page).click();
  await expect(page.getByText('Saved Mara Voss.')).toBeVisible();
  expect(
    await site.rest('GET', 'music_links?select=url&artist_id=eq.mara-voss&order=position'),
  ).toEqual([
    { url: 'https://tide.example' },
    { url: 'https://pier.example' },
    { url: 'https://mara.bandcamp.com' },
  ]);
});

test('a profile with its links is saved by one request, is one change, and Undo takes all of it back (E4, U5)', async ({
  page,
  site,
}) => {
  await site.rest('POST', 'music_links', RADIO);
  const kept = await profile(site);
  const [last] = await changes(site);
  await editProfile(page, site);
  await page.waitForLoadState('networkidle');
  const answerAll = await answerOnly(page, 1);
  await save(page).click();
  const main = page.getByRole('main');
  await expect(main).toContainText('Sings.');
  await expect(page.getByText('Saved Mara Voss.')).toBeVisible();
  await answerAll();
  const made = await changes(site, last?.id);
  expect([made.length, new Set(made.map(({ transaction }) => transaction)).size]).toEqual([3, 1]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('Mara Voss is as it was.')).toBeVisible();
  await expect(main).toContainText('Mara Voss writes at night.');
  expect(await profile(site)).toEqual(kept);
  await page.getByRole('button', { name: 'Listen', exact: true }).click();
  await expect(page.locator('.factbar .menu').getByRole('link')).toHaveText([/^Radio/]);
});

for (const { name, most, links } of [
  { name: 'an artist', most: 2, links: '' },
  { name: 'an artist with links', most: 1, links: 'halve.example radio.example/halve' },
]) {
  test(`${name}: from the press to the row it takes ${most === 1 ? 'one request' : 'two requests'}, and Undo takes all of it back (P4, U5)`, async ({
    page,
    site,
  }) => {
    await page.goto('/');
    const panel = await signInAs(page, 'admin', site);
    const add = await openAddArtist(panel);
    await fillNew(add, links);
    await page.waitForLoadState('networkidle');
    const answerAll = await answerOnly(page, most);
    await add.getByRole('form').getByRole('button', { name: 'Add Artist' }).click();
    await expect(add.getByText('Added Halve.')).toBeVisible();
    await answerAll();
    const halve = () => site.rest<{ links: object[] }[]>('GET', HALVE);
    expect(await halve()).toMatchObject([{ links: links.split(' ').filter(Boolean).map(asSaved) }]);
    await add.getByRole('button', { name: 'Undo' }).click();
    await expect(add.getByText('Halve has been removed.')).toBeVisible();
    expect(await halve()).toEqual([]);
  });
}

const HALVE = 'music_artists?select=links:music_links(url)&id=eq.halve&links.order=position';
const asSaved = (address: string) => ({ url: `https://${address}` });

for (const kind of ['500', 'unreachable'] as const) {
  test(`nothing of a save that fails (${kind}) is there, and what was typed stays, the links too (A7, E4) @release`, async ({
    page,
    site,
  }) => {
    await site.rest('POST', 'music_links', RADIO);
    const kept = await profile(site);
    await editProfile(page, site);
    await failWith(page, kind, ({ pathname }) => pathname === SAVE_ARTIST);
    await save(page).click();
    await expect(page.getByRole('alert')).toBeVisible();
    await expectTyped(page);
    expect(await profile(site)).toEqual(kept);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await save(page).click();
    await expect(page.getByText('Saved Mara Voss.')).toBeVisible();
    expect(await profile(site)).toMatchObject([
      { bio: 'Sings.', links: [{ url: 'https://tide.example' }, asSaved('mara.bandcamp.com')] },
    ]);
  });
}

test('without a connection a save with links says so, and one in a session that ended is told of that (P9) @release', async ({
  page,
  site,
}) => {
  await site.rest('POST', 'music_links', RADIO);
  await editProfile(page, site);
  await page.waitForLoadState('networkidle');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.method()));
  await page.context().setOffline(true);
  await save(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    'The site could not be reached. Check your connection and try again.',
  );
  expect(sent.length).toBeLessThanOrEqual(1);
  await expectTyped(page);
  await page.context().setOffline(false);

  await endSessions(site, 'owner');
  await save(page).click();
  await expect(page.getByRole('alert')).toHaveText(
    /^Your session has ended, and nothing was changed\./,
  );
  await expectTyped(page);
  await page.getByRole('alert').getByRole('button', { name: 'Sign in' }).click();
  await sendSignIn(dialog(page), site.cast.owner.email, site.cast.owner.password);
  await closePanel(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await save(page).click();
  await expect(page.getByText('Saved Mara Voss.')).toBeVisible();
});

test('Cancel while a profile is saved leaves nothing behind that would take the save back (A7) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'admin', site);
  const genre = page.getByLabel('Genre', { exact: true });
  const isSaved = async (form: Locator, text: string) => {
    await expect(genre).toHaveValue(text);
    await expect(form).not.toContainText('What you typed here before is back.');
  };
  const cancel = page.getByRole('button', { name: 'Cancel' });
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await genre.fill('Fado');
  const first = await holdChange(page, ARTISTS);
  await save(page).click();
  await cancel.click();
  first.letPass();
  await expect(page.getByText('Saved Mara Voss.')).toBeVisible();
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await isSaved(page.getByRole('form', { name: 'Edit Profile' }), 'Fado');
  await cancel.click();

  const panel = await openPanel(page);
  await openEdit(panel, { name: 'Edit Mara Voss', exact: true });
  await genre.fill('Dub');
  const second = await holdChange(page, ARTISTS);
  await panel.getByRole('button', { name: 'Save Changes' }).click();
  await cancel.click();
  second.letPass();
  await expect(panel.getByRole('listitem').filter({ hasText: 'Dub' })).toBeVisible();
  await openEdit(panel, { name: 'Edit Mara Voss', exact: true });
  await isSaved(panel.getByRole('form', { name: 'Edit Artist' }), 'Dub');
});
