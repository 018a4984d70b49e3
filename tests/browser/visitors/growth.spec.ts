/** A site with more than a page shows: more of it on demand, and a search for the rest. */

import { daysFromToday } from '../../live/dates';
import { violations } from '../axe';
import {
  ARTISTS,
  dialog,
  EVENTS,
  expect,
  failWith,
  fill,
  type LiveSite,
  openEdit,
  openPanel,
  type Page,
  panelAs,
  signedInAt,
  test,
} from '../fixtures';
import { hold } from '../holding';
import { upcoming } from './only-events';

const popular = (page: Page) => page.getByRole('region', { name: 'Popular Artists' });
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search artists and events' });
const found = (page: Page, group: 'Artists' | 'Dates') =>
  dialog(page).getByRole('region', { name: group }).getByRole('listitem');
const moreArtists = (page: Page) => page.getByRole('button', { name: 'Show more artists' });
const moreEvents = (page: Page) => page.getByRole('button', { name: 'Show more events' });

/** 53 artists with the cast's three, 48 upcoming events with its three; most are Mara Voss's. */
async function grow(site: LiveSite): Promise<void> {
  await site.rest(
    'POST',
    'music_artists',
    Array.from({ length: 50 }, (_, n) => ({
      name: n === 49 ? 'Beyoncé Knowles' : `Band ${n}`,
      genre: 'Techno',
      image: '/storage/v1/object/public/demo/halve.webp',
      followers: `${800 - n}`,
      bio: 'Not in any list.',
    })),
  );
  await site.rest(
    'POST',
    'music_events',
    Array.from({ length: 45 }, (_, n) => ({
      date: daysFromToday(100 + n),
      venue: n === 44 ? 'Große Straße' : `Hall ${n}`,
      location: 'Łódź, Poland',
      artist_id: 'mara-voss',
    })),
  );
}

async function openSearch(page: Page) {
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(field(page)).toBeVisible();
  return dialog(page);
}

test.beforeEach(({ site }) => grow(site));

test('the home page shows 24 artists and 20 events, and more on request', async ({ page }) => {
  await page.goto('/');
  await expect(popular(page).getByRole('listitem')).toHaveCount(24);
  await expect(popular(page).getByText('24 of 53 artists')).toBeVisible();
  await expect(upcoming(page).getByRole('listitem')).toHaveCount(20);
  await moreArtists(page).click();
  await expect(popular(page).getByRole('listitem')).toHaveCount(48);
  await expect(popular(page).getByRole('listitem').nth(24).getByRole('link')).toBeFocused();
  await expect(popular(page).getByRole('status')).toHaveText('24 more artists.');
  await moreArtists(page).click();
  await expect(popular(page).getByRole('listitem')).toHaveCount(53);
  await expect(moreArtists(page)).toHaveCount(0);
  await expect(popular(page).getByText('53 artists')).toBeVisible();
  const names = await popular(page).getByRole('heading', { level: 3 }).allTextContents();
  expect(new Set(names).size).toBe(53);
  await moreEvents(page).click();
  await expect(upcoming(page).getByRole('listitem')).toHaveCount(40);
  await expect(
    upcoming(page).getByRole('listitem').nth(20).getByRole('link').first(),
  ).toBeFocused();
  const dates = await upcoming(page)
    .locator('time')
    .evaluateAll((all) => all.map((time) => time.getAttribute('datetime')));
  expect(dates).toEqual(dates.toSorted());
});

test('a profile shows 20 events, and more on request @release', async ({ page }) => {
  await page.goto('/artist/mara-voss');
  await expect(upcoming(page).getByRole('listitem')).toHaveCount(20);
  await moreEvents(page).click();
  await expect(upcoming(page).getByRole('listitem')).toHaveCount(40);
  await expect(
    upcoming(page).getByRole('listitem').nth(20).getByRole('link').first(),
  ).toBeFocused();
  await moreEvents(page).click();
  await expect(upcoming(page).getByRole('listitem')).toHaveCount(47);
  await expect(moreEvents(page)).toHaveCount(0);
});

test('a list that cannot be loaded says so and can be retried @release', async ({ page }) => {
  await page.goto('/');
  await failWith(page, '500', ({ pathname }) => pathname === ARTISTS);
  await moreArtists(page).click();
  await expect(popular(page).getByRole('alert')).toContainText('More artists could not be loaded.');
  await expect(popular(page).getByRole('listitem')).toHaveCount(24);
  await page.unrouteAll();
  await moreArtists(page).click();
  await expect(popular(page).getByRole('listitem')).toHaveCount(48);
  await expect(popular(page).getByRole('alert')).toHaveCount(0);
});

test('the search finds while typing, ignoring case and accents, a Down and an Enter away', async ({
  page,
}) => {
  await page.goto('/');
  const search = await openSearch(page);
  await expect(field(page)).toBeFocused();
  await field(page).pressSequentially('BEYONCE kno');
  await expect(search.getByRole('status').first()).toHaveText('1 artist');
  await expect(found(page, 'Artists')).toHaveText([/Beyoncé Knowles/]);
  await field(page).fill('strasse lodz');
  await expect(search.getByRole('status').first()).toHaveText('1 date');
  await expect(found(page, 'Dates')).toHaveText([/Mara Voss.*Große Straße/]);
  await expect(found(page, 'Artists')).toHaveCount(0);
  await field(page).fill('nothing of the kind');
  await expect(search.getByRole('status').first()).toHaveText(
    'Nothing found for “nothing of the kind”.',
  );
  await field(page).fill('night');
  await expect(found(page, 'Artists')).toHaveCount(1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await expect(field(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/artist/night-ferry');
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night Ferry');
});

test('a search is in the address: there after Back and reload, gone when it is closed', async ({
  page,
}) => {
  await page.goto('/');
  const search = await openSearch(page);
  await field(page).fill('night');
  await found(page, 'Artists').getByRole('link').click();
  await expect(page).toHaveURL('/artist/night-ferry');
  await page.goBack();
  await expect(page).toHaveURL('/?q=night');
  await expect(field(page)).toHaveValue('night');
  await expect(found(page, 'Artists')).toHaveText([/Night Ferry/]);
  await page.reload();
  await expect(field(page)).toHaveValue('night');
  await expect(found(page, 'Artists')).toHaveText([/Night Ferry/]);
  await field(page).press('Escape');
  await expect(search).toHaveCount(0);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused();
});

for (const [width, colorScheme] of [
  [390, 'dark'],
  [1440, 'light'],
] as const) {
  test(`axe finds nothing in the search at ${width} px, ${colorScheme} @release`, async ({
    page,
  }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const search = await openSearch(page);
    for (const [text, said] of [
      ['', null],
      ['techno', '50 artists'],
      ['mara', '1 artist, 47 dates'],
      ['nobody', 'Nothing found for “nobody”.'],
    ] as const) {
      await field(page).fill(text);
      if (said) await expect(search.getByRole('status').first()).toHaveText(said);
      expect(await violations(page)).toEqual([]);
    }
  });
}

test('search results can be extended like any list @release', async ({ page }) => {
  await page.goto('/');
  const search = await openSearch(page);
  await field(page).fill('techno');
  for (const shown of [24, 48, 50]) {
    await expect(found(page, 'Artists')).toHaveCount(shown);
    if (shown < 50) await search.getByRole('button', { name: 'Show more artists' }).click();
  }
  await page.reload();
  await expect(found(page, 'Artists')).toHaveCount(50);
  await field(page).fill('mara');
  await expect(found(page, 'Artists')).toHaveCount(1);
  await expect(page).toHaveURL('/?q=mara');
});

test('a search is aborted when something else is typed, and its results never appear @release', async ({
  page,
}) => {
  await page.goto('/');
  await openSearch(page);
  const release = await hold(
    page,
    (url) => url.pathname === ARTISTS && url.search.includes('night'),
  );
  const asked = page.waitForRequest((request) => request.url().includes('night'));
  const givenUp = page.waitForEvent('requestfailed', (request) => request.url().includes('night'));
  await field(page).fill('night');
  await field(page).press('Enter');
  await asked;
  await field(page).fill('abel');
  await field(page).press('Enter');
  await givenUp;
  release();
  await expect(found(page, 'Artists')).toHaveText([/Abel Quintero/]);
  await page.waitForLoadState('networkidle');
  await expect(found(page, 'Artists')).toHaveText([/Abel Quintero/]);
});

test('whatever is typed is answered @release', async ({ page }) => {
  await page.goto('/');
  const search = await openSearch(page);
  await field(page).fill('   ');
  await field(page).press('Enter');
  await expect(search.getByText('Results appear as you type.')).toBeVisible();
  for (const text of [
    ...['🎸', '...', "'", '"', '\\', '&|!()', '%'],
    'x'.repeat(200),
    "o'neil & (sons) | !",
    'a b c d e f g h i j k l m n o p q r s t u v w x y z',
    'عفره',
  ]) {
    await field(page).fill(text);
    await expect(search.getByRole('status').first()).toHaveText(`Nothing found for “${text}”.`);
  }
  await expect(search.getByRole('alert')).toHaveCount(0);
});

test('a failed search says so and can be retried @release', async ({ page }) => {
  await page.goto('/');
  const search = await openSearch(page);
  await failWith(page, 'unreachable', ({ pathname }) => pathname === EVENTS);
  await field(page).fill('strasse');
  await expect(search.getByRole('alert')).toContainText('could not be loaded');
  await page.unrouteAll();
  await search.getByRole('button', { name: 'Try again' }).click();
  await expect(found(page, 'Dates')).toHaveCount(1);
});

test('after a change, the list is as long as before (P11) @release', async ({ page, site }) => {
  await signedInAt(page, '/', 'admin', site);
  await moreArtists(page).click();
  await expect(popular(page).getByRole('listitem')).toHaveCount(48);
  const panel = await openPanel(page);
  await panel.getByRole('button', { name: /^Set Featured.*Night Ferry/ }).click();
  await expect(page.locator('main h1')).toHaveText('Night Ferry');
  await expect(page.locator('#artists .card')).toHaveCount(48);
});

test('every artist can be reached in the panel: to edit, to feature, and for a new event @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const artists = panel.getByRole('region', { name: 'Manage Artists' });
  await expect(artists.getByRole('listitem')).toHaveCount(24);
  await artists.getByRole('button', { name: 'Show more artists' }).click();
  await expect(artists.getByRole('listitem')).toHaveCount(48);
  await artists.getByRole('searchbox', { name: 'Search artists' }).fill('knowles');
  await expect(artists.getByRole('listitem')).toHaveText([/Beyoncé Knowles/]);
  const said = artists.getByRole('search').getByRole('status');
  await expect(said).toHaveText('1 artist');
  await artists.getByRole('searchbox').fill('nobody at all');
  await expect(said).toHaveText('No artists found.');
  await artists.getByRole('searchbox').press('Escape');
  await expect(panel).toBeVisible();
  await expect(artists.getByRole('listitem')).toHaveCount(48);

  const events = panel.getByRole('region', { name: 'Manage Events' });
  await events.getByRole('searchbox', { name: 'Search events' }).fill('strasse');
  await expect(events.getByRole('listitem')).toHaveText([/Große Straße/]);
  await expect(events.getByRole('search').getByRole('status')).toHaveText('1 event');
  await events.getByRole('button', { name: 'Add Event' }).click();
  const artist = events.getByLabel('Artist', { exact: true });
  await expect(artist.getByRole('option', { name: 'Beyoncé Knowles' })).toHaveCount(0);
  await events.getByRole('searchbox', { name: 'Find an artist' }).fill('beyonce');
  await events.getByRole('searchbox', { name: 'Find an artist' }).press('Enter');
  await expect(artist).not.toHaveAttribute('aria-invalid', 'true');
  await artist.selectOption({ label: 'Beyoncé Knowles' });
  await events.getByRole('searchbox', { name: 'Find an artist' }).fill('');
  await expect(artist.getByRole('option', { name: 'Mara Voss' })).toHaveCount(1);
  await expect(artist.getByRole('option', { selected: true })).toHaveText('Beyoncé Knowles');
  await fill(events, { Date: daysFromToday(3), Venue: 'Saal am Wehr', Location: 'Basel' });
  await events.getByRole('form').getByRole('button', { name: 'Add Event' }).click();
  await expect(page.locator('#events')).toContainText('Saal am Wehr');

  await openEdit(panel, { name: /^Edit Beyoncé Knowles at Saal am Wehr/ });
  await events.getByRole('searchbox', { name: 'Find an artist' }).fill('band 48');
  await artist.selectOption({ label: 'Band 48' });
  await events.getByRole('button', { name: 'Save Changes' }).click();
  await expect(events.getByRole('listitem').filter({ hasText: 'Saal am Wehr' })).toContainText(
    'Band 48',
  );
});

test('editing an artist from a list keeps the fields that the list does not show @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  await openEdit(panel, { name: 'Edit Band 0', exact: true });
  const edit = panel.getByRole('region', { name: 'Edit Artist' });
  await expect(edit.getByLabel('Bio', { exact: true })).toHaveValue('Not in any list.');
  await edit.getByLabel('Genre', { exact: true }).fill('Waltz');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(edit).toHaveCount(0);
  expect(await site.rest('GET', 'music_artists?select=genre,bio&id=eq.band-0')).toEqual([
    { genre: 'Waltz', bio: 'Not in any list.' },
  ]);
});
