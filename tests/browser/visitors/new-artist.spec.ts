/** The page of an artist who has just been added: finished, and silent about what is not there. */

import { violations } from '../axe';
import { expect, type LiveSite, type Page, PICTURE, signedInAt, test } from '../fixtures';

const PATH = '/artist/ilse-brandt';
const SIZES = [
  [390, 844],
  [667, 375],
  [1440, 900],
] as const;

async function addArtist(site: LiveSite, extra: object = {}): Promise<void> {
  await site.rest('POST', 'music_artists', {
    name: 'Ilse Brandt',
    genre: 'Drone folk',
    image: PICTURE,
    followers: '0',
    published_at: '2024-02-29T23:30:00Z',
    ...extra,
  });
}

const others = (page: Page) => page.getByRole('region', { name: 'Also on Marquee' });

for (const [width, height] of SIZES) {
  test(`a new artist's page says since when, two quiet sentences and who else is here, at ${width} px (A1, A2, A4) @release`, async ({
    page,
    site,
  }) => {
    await addArtist(site);
    await page.setViewportSize({ width, height });
    await page.goto(PATH);
    const main = page.getByRole('main');
    await expect(page.getByText('On Marquee since February 2024')).toBeVisible();
    await expect(page.getByText('0 followers', { exact: true })).toHaveCount(0);
    for (const sentence of ['No bio available.', 'No upcoming events scheduled.'])
      await expect(page.getByText(sentence)).toHaveCSS('border-top-style', 'none');
    await expect(page.locator('.empty')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Listen' })).toHaveCount(0);
    await expect(main).not.toContainText('Press');
    await expect(others(page).getByRole('listitem')).toHaveCount(3);
    expect(await violations(page)).toEqual([]);
    await others(page).getByRole('link', { name: 'Mara Voss' }).click();
    await expect(page).toHaveURL('/artist/mara-voss');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
  });
}

test('a new artist’s page is the same on the way from home as when it is opened (A1) @release', async ({
  page,
  site,
}) => {
  await addArtist(site);
  await page.goto(PATH);
  const opened = await page.getByRole('main').innerText();
  await page.goto('/');
  await page.getByRole('region', { name: 'Popular Artists' }).getByText('Ilse Brandt').click();
  await expect(others(page).getByRole('listitem')).toHaveCount(3);
  await expect.poll(() => page.getByRole('main').innerText()).toBe(opened);
});

test('what is there is said, and no more (A1, A5)', async ({ page, site }) => {
  await addArtist(site, { bio: 'Plays the harmonium.', followers: '12' });
  await page.goto(PATH);
  await expect(page.getByText('12 followers')).toBeVisible();
  await expect(page.getByText('On Marquee since')).toHaveCount(0);
  await expect(page.getByRole('link', { name: /^Press/ })).toHaveText('Press Photograph, text');
  await expect(others(page)).toHaveCount(0);
});

test('the owner is told what is missing, without anything moving, and led to its field (W7) @release', async ({
  page,
  site,
}) => {
  await addArtist(site, {
    image: 'https://nowhere.example/gone.webp',
    user_id: site.cast.owner.id,
  });
  await signedInAt(page, PATH, 'owner', site);
  const missing = page.getByRole('region', { name: 'What is missing' });
  await expect(missing).toHaveText('Missing: biography, links, photograph');
  expect(await violations(page)).toEqual([]);
  for (const [name, field] of [
    ['biography', page.getByLabel('Bio', { exact: true })],
    ['links', page.getByLabel('Add a link')],
    ['photograph', page.getByLabel(/^Choose a picture/)],
  ] as const) {
    await missing.getByRole('button', { name }).click();
    await expect(field).toBeFocused();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  }
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByLabel('Bio', { exact: true }).fill('Plays the harmonium.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(missing).toHaveText('Missing: links, photograph');
});

test('whoever may not edit a page is not told what is missing (W7) @release', async ({
  page,
  site,
}) => {
  await addArtist(site);
  await signedInAt(page, PATH, 'contact', site);
  await expect(page.getByRole('button', { name: 'Add Event' })).toBeVisible();
  await expect(page.getByText('Missing:')).toHaveCount(0);
});
