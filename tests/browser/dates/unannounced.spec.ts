import { daysFromToday } from '../../live/dates';
import { changeAs } from '../accounts';
import { violations } from '../axe';
import {
  closePanel,
  expect,
  fill,
  type LiveSite,
  openAddArtist,
  openPanel,
  type Page,
  PICTURE,
  panelAs,
  signedInAt,
  signInAs,
  test,
} from '../fixtures';
import { endSessions, storeSession } from '../sessions';

// Far from the site's own zone, in which announcements are told.
test.use({ timezoneId: 'America/Los_Angeles' });

/** A date of Mara Voss that is not announced; its id. */
async function addDraft(site: LiveSite): Promise<string> {
  await site.rest('POST', 'music_events', {
    ...{ artist_id: 'mara-voss', date: daysFromToday(9), venue: 'Dachboden', location: 'Ghent' },
    published_at: null,
  });
  const [{ id } = { id: '' }] = await site.rest<{ id: string }[]>(
    'GET',
    'music_events?select=id&venue=eq.Dachboden',
  );
  return id;
}

const hide = (site: LiveSite, artistId: string) =>
  site.rest('PATCH', `music_artists?id=eq.${artistId}`, { published_at: null });

/** All that a visitor can tell of an artist's address: what is answered, where it leads, and what the page says then. */
async function shownAt(page: Page, artistId: string) {
  const answer = await page.goto(`/artist/${artistId}`);
  await page.waitForURL('/');
  await page.waitForLoadState('networkidle');
  const document = ((await answer?.text()) ?? '').replaceAll(artistId, '');
  return { status: answer?.status(), document, page: await page.locator('body').ariaSnapshot() };
}

const isAboutNightFerry = (url: string) =>
  url.includes('music_artists') && url.includes('eq.night-ferry');

for (const width of [390, 1440]) {
  test(`a date is kept as a draft, opened, planned and announced at once, at ${width} px (U6) @release`, async ({
    page,
    site,
  }) => {
    test.slow();
    await page.setViewportSize({ width, height: 900 });
    const panel = await panelAs(page, 'contact', site);
    const events = panel.getByRole('region', { name: 'Manage Events' });
    await events.getByRole('button', { name: 'Add Event' }).click();
    const add = events.getByRole('form', { name: 'Add Event' });
    await add.getByLabel('Artist', { exact: true }).selectOption({ label: 'Abel Quintero' });
    await fill(add, { Venue: 'Saal am Wehr', Location: 'Basel', Date: daysFromToday(20) });
    await add.locator('summary').click();
    await add.getByLabel('At a set time', { exact: true }).check();
    await add.getByRole('button', { name: 'Add Event' }).click();
    await expect(add).toContainText('Enter a date and time.');
    await add.getByLabel('Keep as a draft', { exact: true }).check();
    expect(await violations(page)).toEqual([]);
    await add.getByRole('button', { name: 'Add Event' }).click();
    const row = events.getByRole('listitem').filter({ hasText: 'Saal am Wehr' });
    await expect(row).toContainText('Draft');

    const [{ id } = { id: '' }] = await site.rest<{ id: string }[]>(
      'GET',
      'music_events?select=id&venue=eq.Saal am Wehr',
    );
    const seen = async () => (await fetch(`${site.url}/event/${id}`)).status;
    expect(await seen()).toBe(404);

    // opened by its address, and loaded again
    await page.goto(`/event/${id}`);
    const waiting = page.locator('.announcement');
    await expect(waiting).toContainText('Draft');
    await page.reload();
    await expect(waiting).toContainText('Draft');
    expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: /^Edit/ }).click();
    const edit = page.getByRole('form', { name: /^Edit / });
    await edit.getByLabel('At a set time', { exact: true }).check();
    const later = daysFromToday(3);
    await edit.getByLabel(/^Announce at/).fill(`${later}T18:00`);
    await edit.getByRole('button', { name: 'Save Changes' }).click();
    await expect(waiting).toContainText(/To be announced \w+ \d+(, \d{4})?, 18:00/);
    expect(await seen()).toBe(404);

    // what leads others here is offered when they can open it
    const offers = page
      .locator('.gig__act')
      .getByText(/^(Share|Calendar|Poster)/)
      .filter({ visible: true });
    await expect(offers).toHaveCount(0);
    await page.goto('/artist/abel-quintero');
    const ticket = page.getByRole('listitem').filter({ hasText: 'Saal am Wehr' });
    await expect(ticket).toContainText(/To be announced \w+ \d+(, \d{4})?, 18:00/);
    await page.goto(`/event/${id}`);
    await page.getByRole('button', { name: 'Announce now' }).click();
    await expect(waiting).toHaveCount(0);
    await expect(offers).toHaveCount(3);
    await expect.poll(seen).toBe(200);
  });
}

test('an artist is added as a draft, opened and loaded again by admins only, and announced in one press (U6)', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  await openAddArtist(panel);
  const add = panel.getByRole('form', { name: 'Add Artist' });
  await fill(add, { Name: 'Halve', Genre: 'Techno' });
  await add.getByLabel('Image URL').fill(PICTURE);
  await add.getByLabel('Keep as a draft', { exact: true }).check();
  await add.getByRole('button', { name: 'Add Artist' }).click();
  await expect(add).toContainText('Added Halve.');
  const list = panel.getByRole('region', { name: 'Manage Artists' }).getByRole('listitem');
  await expect(list.filter({ hasText: 'Halve' })).toContainText('Draft');
  const seen = async () => (await fetch(`${site.url}/artist/halve`)).status;
  expect(await seen()).toBe(404);

  await page.goto('/artist/halve');
  await page.reload();
  const waiting = page.locator('.announcement');
  await expect(waiting).toContainText('Draft Only those who may edit this artist see it.');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Announce now' }).click();
  await expect(waiting).toHaveCount(0);
  await expect.poll(seen).toBe(200);
});

test('what was changed since its page was opened is announced as it is by now, and that is said in its place (U6) @release', async ({
  page,
  site,
}) => {
  const id = await addDraft(site);
  const waiting = page.locator('.announcement');
  const news = page.getByText('Announced.', { exact: true });
  await signedInAt(page, `/event/${id}`, 'admin', site);
  await expect(waiting).toContainText('Draft');
  await changeAs(site, 'contact', `music_events?id=eq.${id}`, { venue: 'Saal am Wehr' });
  await page.getByRole('button', { name: 'Announce now' }).click();
  await expect(news).toBeFocused();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Saal am Wehr');
  expect(await violations(page)).toEqual([]);

  await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { published_at: null });
  await page.goto('/artist/mara-voss');
  await expect(waiting).toContainText('Draft');
  await changeAs(site, 'owner', 'music_artists?id=eq.mara-voss', { latest_song: 'Low Tide' });
  await page.getByRole('button', { name: 'Announce now' }).click();
  await expect(news).toBeFocused();
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('main')).toContainText('Low Tide');
});

test('the address of a draft, where there is nothing for visitors, shows it to whoever signs in there (U6)', async ({
  page,
  site,
}) => {
  const id = await addDraft(site);
  await page.goto(`/event/${id}`);
  await expect(page.getByText(/^There is nothing at/)).toBeVisible();
  await signInAs(page, 'contact', site);
  await closePanel(page);
  await expect(page.locator('.announcement')).toContainText('Draft');
});

test('the address of a draft artist leads visitors home as any unknown one, and whoever signs in there to it (U6, A9) @release', async ({
  page,
  site,
}) => {
  await hide(site, 'night-ferry');
  const [draft, unknown] = [await shownAt(page, 'night-ferry'), await shownAt(page, 'wired-fairy')];
  expect(draft).toEqual(unknown);
  expect(draft.page).toContain('There is no artist at that address.');

  await page.goto('/artist/night-ferry?events=40');
  await expect(page).toHaveURL('/');
  await page.reload();
  await expect(page.locator('html[data-live]')).toBeAttached();
  await page.getByRole('banner').getByRole('link', { name: 'Events' }).click();
  await signInAs(page, 'admin', site);
  await expect(page).toHaveURL('/artist/night-ferry?events=40');
  await closePanel(page);
  await expect(page.getByRole('button', { name: 'Admin panel' })).toBeFocused();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night Ferry');
  await expect(page.locator('.announcement')).toContainText('Draft');
  await expect(page.getByText('There is no artist at that address.')).toHaveCount(0);
});

test('whoever may not see the artist, or has gone on, is not led there by signing in (U6, A9) @release', async ({
  page,
  site,
}) => {
  await hide(site, 'night-ferry');
  await page.goto('/artist/night-ferry');
  await expect(page).toHaveURL('/');
  const asked = page.waitForResponse((answer) => isAboutNightFerry(answer.url()));
  await signInAs(page, 'contact', site);
  expect((await asked).status()).toBe(406);
  await closePanel(page);
  await expect(page).toHaveURL('/');
  await expect(page.getByText('There is no artist at that address.')).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto('/artist/night-ferry');
  await expect(page).toHaveURL('/');
  await page.getByRole('link', { name: 'View Profile' }).click();
  await signInAs(page, 'admin', site);
  await page.waitForLoadState('networkidle');
  await expect(page).toHaveURL('/artist/mara-voss');
});

test('a session that has ended loses no draft artist: the next sign-in leads there (U6, D5) @release', async ({
  page,
  site,
}) => {
  await hide(site, 'night-ferry');
  const stored = await storeSession(page, 'admin', site);
  await page.goto('/');
  await stored.dispose();
  await endSessions(site, 'admin');
  await page.goto('/artist/night-ferry');
  await expect(page).toHaveURL('/');
  await signInAs(page, 'admin', site);
  await expect(page).toHaveURL('/artist/night-ferry');
  await closePanel(page);
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('what is not announced is in the panel from the start, and on no page for visitors (U6) @release', async ({
  page,
  site,
}) => {
  await site.rest('POST', 'music_artists', {
    ...{ id: 'halve', name: 'Halve', genre: 'Techno', image: PICTURE, followers: '2M' },
    published_at: null,
  });
  await site.rest('POST', 'music_events', {
    ...{ artist_id: 'mara-voss', date: daysFromToday(1), venue: 'Dachboden', location: 'Ghent' },
    published_at: null,
  });
  await signedInAt(page, '/', 'admin', site);
  await page.reload();
  const panel = await openPanel(page);
  const artists = panel.getByRole('region', { name: 'Manage Artists' });
  await expect(artists.getByRole('listitem').filter({ hasText: 'Halve' })).toContainText('Draft');
  const events = panel.getByRole('region', { name: 'Manage Events' });
  const unannounced = events.getByRole('listitem').filter({ hasText: 'Dachboden' });
  await expect(unannounced).toContainText('Draft');
  await events.getByRole('button', { name: 'Add Event' }).click();
  const add = events.getByRole('form', { name: 'Add Event' });
  await add.getByLabel('Artist', { exact: true }).selectOption({ label: 'Halve' });
  await fill(add, { Venue: 'Saal am Wehr', Location: 'Basel', Date: daysFromToday(2) });
  await add.getByRole('button', { name: 'Add Event' }).click();
  await expect(events.getByRole('status')).toContainText('Added Halve');

  // a save loads the page behind again
  await events.getByRole('button', { name: /^Edit .*Pier Fourteen Hall/ }).click();
  const edit = events.getByRole('form', { name: /^Edit / });
  await edit.getByLabel('Venue', { exact: true }).fill('Kulturhus Ankeret');
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  const behind = page.locator('main');
  await expect(behind).toContainText('Kulturhus Ankeret');
  await expect(behind).not.toContainText(/Dachboden|Saal am Wehr|Halve/);
});

test('the history tells when something is announced as its row does, and that it was a draft (U5, U6)', async ({
  page,
  site,
}) => {
  await site.rest('POST', 'music_events', {
    ...{ artist_id: 'mara-voss', date: daysFromToday(9), venue: 'Dachboden', location: 'Ghent' },
    published_at: null,
  });
  await changeAs(site, 'contact', 'music_events?venue=eq.Dachboden', {
    published_at: '2031-11-24T17:00:00Z',
  });
  const panel = await panelAs(page, 'admin', site);
  const events = panel.getByRole('region', { name: 'Manage Events' });
  const tag = events.getByRole('listitem').filter({ hasText: 'Dachboden' }).locator('.tag');
  const moment = ((await tag.textContent()) ?? '').replace('To be announced ', '');
  expect(moment).toMatch(/^November \d+, 2031, \d\d:00( UTC)?$/);
  await panel.getByRole('button', { name: 'History' }).click();
  const change = panel.locator('.hist > li').filter({ hasText: 'Dachboden' }).first();
  await change.locator('summary').click();
  await expect(change.getByRole('row', { name: `Announced Draft ${moment}` })).toBeVisible();
});

test('an owner sees that their page and a date are drafts, the page announced by admins (U6) @release', async ({
  page,
  site,
}) => {
  await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { published_at: null });
  await site.rest('POST', 'music_events', {
    ...{ artist_id: 'mara-voss', date: daysFromToday(9), venue: 'Dachboden', location: 'Ghent' },
    published_at: null,
  });
  await signedInAt(page, '/', 'owner', site);
  await page.goto('/artist/mara-voss');
  const ticket = page.getByRole('listitem').filter({ hasText: 'Dachboden' });
  await expect(ticket).toContainText('Draft');
  await expect(page.locator('.announcement')).toContainText('Draft');
  await expect(page.getByRole('button', { name: 'Announce now' })).toHaveCount(0);
});
