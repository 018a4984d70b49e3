import { daysFromToday, longDate } from '../../live/dates';
import { violations } from '../axe';
import { expect, openPanel, type Page, test } from '../fixtures';
import { linesOf } from '../lines';
import { setText } from './large-text';
import { upcoming } from './only-events';

const hero = (page: Page, name = 'Mara Voss') => page.getByRole('region', { name, exact: true });
const popular = (page: Page) => page.getByRole('region', { name: 'Popular Artists' });

test('the hero shows the featured artist’s name, genre, picture and two buttons (H1)', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
  await expect(hero(page).getByText('Art pop')).toBeVisible();
  await expect(hero(page).getByRole('button', { name: 'Listen Now' })).toBeVisible();
  const picture = hero(page).getByRole('img', { name: 'Mara Voss' });
  await expect(picture).toHaveJSProperty('complete', true);
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(
    0,
  );
  await hero(page).getByRole('link', { name: 'View Profile' }).click();
  await expect(page).toHaveURL('/artist/mara-voss');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
});

for (const width of [360, 768, 1440]) {
  test(`the hero is 600 px high at ${width} px (H1)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    await expect(hero(page)).toBeVisible();
    expect((await hero(page).boundingBox())?.height).toBe(600);
  });
}

test('with no artist featured, the first in the list is the hero (H2) @release', async ({
  page,
  site,
}) => {
  await site.rest('PATCH', 'music_artists?id=eq.night-ferry', { followers: '9M' });
  await site.rest('PATCH', 'music_artists?is_featured=is.true', { is_featured: false });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night Ferry');
});

test('with no artist at all, the page says once that they are to come and nothing is broken (H2)', async ({
  page,
  site,
}) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await site.rest('DELETE', 'music_artists?id=not.is.null');
  await page.goto('/');
  await expect(page.getByText('No artists yet.')).toHaveCount(1);
  await expect(page.getByText('Artists and dates will be here soon.')).toBeVisible();
  await expect(page.getByText(/sign in|add the first one/i)).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  await expect(page.getByRole('main').getByRole('img')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Listen Now' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Latest Release' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Popular Artists' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Upcoming Events' })).toBeVisible();
  expect(complaints).toEqual([]);
});

test('the hero’s latest release has a section (H3)', async ({ page }) => {
  await page.goto('/');
  const release = page.getByRole('region', { name: 'Latest Release' });
  await expect(release.getByText('Salt Hour')).toBeVisible();
  await expect(release.getByText('Mara Voss')).toBeVisible();
});

for (const [what, latest_song] of [
  ['none', null],
  ['an empty one', ''],
] as const) {
  test(`a hero whose latest song is ${what} has no release section (H3)`, async ({
    page,
    site,
  }) => {
    await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { latest_song });
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
    await expect(page.getByText('Latest Release')).toHaveCount(0);
  });
}

test('each artist has a card with picture, name, genre and followers (H4)', async ({ page }) => {
  await page.goto('/');
  const cards = popular(page).getByRole('listitem');
  await expect(cards).toHaveCount(3);
  const expected = [
    ['Mara Voss', 'Art pop', '1.2M followers'],
    ['Night Ferry', 'Dream pop', '864K followers'],
    ['Abel Quintero', 'Jazz', '12,400 followers'],
  ] as const;
  for (const [place, [name, genre, followers]] of expected.entries()) {
    const card = cards.nth(place);
    await expect(card.locator('img[alt=""]')).toBeVisible();
    await expect(card.getByRole('heading', { name })).toBeVisible();
    await expect(card.getByText(genre)).toBeVisible();
    await expect(card.getByText(followers)).toBeVisible();
  }
});

for (const [width, percent] of [
  [768, 100],
  [390, 200],
] as const) {
  test(`a card's long texts are whole, at ${width} px with text at ${percent} % (H4) @release`, async ({
    page,
    site,
  }) => {
    const name = 'The International Submarine Orchestra & Choir of Saint-Étienne and Grenoble';
    const genre = 'Electroacoustic improvisation';
    await site.rest('PATCH', 'music_artists?id=eq.mara-voss', {
      name,
      genre,
      followers: '1,234,567',
    });
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    await setText(page, percent);
    const card = popular(page).getByRole('listitem').first();
    expect(await card.evaluate(linesOf, 'Electroacoustic')).toBe(1);
    const [picture, written] = await Promise.all(
      ['img', '.bill'].map((part) => card.locator(part).boundingBox()),
    );
    expect(written?.y).toBeGreaterThan((picture?.y ?? 0) + (picture?.height ?? Infinity));
  });
}

for (const place of ['top left', 'middle', 'bottom right'] as const) {
  test(`the whole card links to the profile: ${place} (H4)`, async ({ page }) => {
    await page.goto('/');
    const card = popular(page).getByRole('listitem').filter({ hasText: 'Night Ferry' });
    await card.scrollIntoViewIfNeeded();
    const { width, height } = (await card.boundingBox()) ?? { width: 0, height: 0 };
    const at = { 'top left': [0.04, 0.03], middle: [0.5, 0.5], 'bottom right': [0.96, 0.97] }[
      place
    ] as [number, number];
    await card.click({ position: { x: width * at[0], y: height * at[1] } });
    await expect(page).toHaveURL('/artist/night-ferry');
  });
}

for (const [width, columns] of [
  [360, 1],
  [767, 1],
  [768, 3],
  [1440, 3],
] as const) {
  test(`${columns === 1 ? 'one column' : 'three columns'} at ${width} px (H4)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const cards = popular(page).getByRole('listitem');
    await expect(cards).toHaveCount(3);
    const lefts = await cards.evaluateAll((all) =>
      all.map((card) => Math.round(card.getBoundingClientRect().left)),
    );
    expect(new Set(lefts).size).toBe(columns);
    const picture = await cards.first().locator('img').boundingBox();
    expect((picture?.width ?? 0) / (picture?.height ?? 1)).toBeCloseTo(
      columns === 1 ? 5 / 4 : 4 / 5,
    );
  });
}

test('upcoming events are listed by date with venue, location, artist and button (H5)', async ({
  page,
}) => {
  await page.goto('/');
  const tickets = upcoming(page).getByRole('listitem');
  const expected = [
    [daysFromToday(10), 'Pier Fourteen Hall', 'Gothenburg', 'Night Ferry'],
    [daysFromToday(30), 'Teatro Lanterna', 'Trieste', 'Mara Voss'],
    [daysFromToday(60), 'Silver Oar', 'Glasgow', 'Mara Voss'],
  ] as const;
  await expect(tickets).toHaveCount(expected.length);
  for (const [place, [date, venue, location, artist]] of expected.entries()) {
    const ticket = tickets.nth(place);
    for (const text of [longDate(date), venue, location, artist]) {
      await expect(ticket.getByText(text, { exact: true })).toBeVisible();
    }
    await expect(ticket.getByRole('button', { name: 'Get Tickets' })).toBeVisible();
    await expect(ticket.getByRole('link', { name: artist })).toHaveAttribute('href', /^\/artist\//);
  }
  await expect(page.getByText('Depot 23')).toHaveCount(0);
});

test('an event of today is upcoming (H5)', async ({ page, site }) => {
  const event = {
    date: daysFromToday(0),
    venue: 'Tonight',
    location: 'Here',
    artist_id: 'night-ferry',
  };
  await site.rest('POST', 'music_events', [event]);
  await page.goto('/');
  await expect(upcoming(page).getByRole('listitem').first()).toContainText('Tonight');
});

test('without upcoming events, a text says so (H5)', async ({ page, site }) => {
  await site.rest('DELETE', `music_events?date=gte.${daysFromToday(0)}`);
  await page.goto('/');
  await expect(upcoming(page).getByText('No upcoming events scheduled.')).toBeVisible();
  await expect(upcoming(page).getByRole('listitem')).toHaveCount(0);
});

test('Listen Now says that it would launch a streaming app (H6) @release', async ({ page }) => {
  await page.goto('/');
  const listen = page.getByRole('button', { name: 'Listen Now' });
  await listen.click();
  const text = "This would launch a streaming app to play Mara Voss's music.";
  const message = page.getByRole('dialog', { name: text });
  await expect(message).toContainText(text);
  await expect(message.getByRole('button', { name: 'OK' })).toBeFocused();
  await message.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText(text)).toBeHidden();
  await expect(listen).toBeFocused();
});

test('Listen Now and the profile’s Listen offer the artist’s links, by name and in order (E4) @release', async ({
  page,
  site,
}) => {
  await site.rest('POST', 'music_links', [
    { artist_id: 'mara-voss', position: 2, url: 'https://radio.example/mara', label: null },
    { artist_id: 'mara-voss', position: 0, url: 'https://mara.bandcamp.com/', label: null },
    { artist_id: 'mara-voss', position: 1, url: 'https://open.spotify.com/artist/1', label: null },
  ]);
  for (const [path, name] of [
    ['/', 'Listen Now'],
    ['/artist/mara-voss', 'Listen'],
  ] as const) {
    await page.goto(path);
    const listen = page.getByRole('button', { name, exact: true });
    await listen.click();
    const links = page.locator('.menu__list:popover-open').getByRole('link');
    await expect(links).toHaveText([/^Bandcamp/, /^Spotify/, /^radio\.example/]);
    await expect(links.first()).toHaveAttribute('href', 'https://mara.bandcamp.com/');
    await expect(links.first()).toHaveAttribute('rel', 'noopener noreferrer');
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(links).toHaveCount(0);
    await expect(listen).toBeFocused();
  }
});

test('the hero leads to the next date, and on its day says Tonight, by the site’s clock (E12) @release', async ({
  page,
  site,
}) => {
  await page.clock.setFixedTime(new Date(Date.now() + 400 * 86_400_000));
  await page.goto('/');
  const [, weekday, month, day] =
    /^(\w{3})\w+, (\w{3})\w* (\d+),/.exec(longDate(daysFromToday(30))) ?? [];
  const next = hero(page).getByRole('link', { name: /^Next/ });
  await expect(next).toHaveAccessibleName(
    `Next: ${weekday} ${day} ${month}, Teatro Lanterna, Trieste`,
  );
  await next.click();
  await expect(page).toHaveURL(/\/event\/.+/);
  await site.rest('POST', 'music_events', {
    artist_id: 'mara-voss',
    date: new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 10),
    start_time: '20:30',
    timezone: 'UTC',
    venue: 'Saal am Wehr',
    location: 'Basel, Switzerland',
  });
  await page.goto('/');
  await expect(hero(page).getByRole('link', { name: /^Tonight/ })).toHaveAccessibleName(
    'Tonight, 20:30, Saal am Wehr, Basel',
  );
  expect(await violations(page)).toEqual([]);
});

test('a phone on its side shows the name in its first screen', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('button', { name: 'Listen Now' })).toBeInViewport({ ratio: 1 });
});

test('Get Tickets does nothing (H6)', async ({ page }) => {
  await page.goto('/');
  const button = upcoming(page).getByRole('button', { name: 'Get Tickets' }).first();
  await button.hover();
  await page.waitForLoadState('networkidle');
  const before = await page.getByRole('main').textContent();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await button.click();
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('main').textContent()).toBe(before);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(requests).toEqual([]);
});

for (const width of [360, 1280]) {
  test(`the Admin panel button stays at the top right at ${width} px and opens the panel (H7)`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/');
    const button = page.getByRole('button', { name: 'Admin panel' });
    const above = await button.boundingBox();
    expect(above?.y).toBeLessThan(60);
    expect((above?.x ?? 0) + (above?.width ?? 0)).toBeGreaterThan(width - 80);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    expect(await button.boundingBox()).toEqual(above);
    await expect(button).toBeInViewport({ ratio: 1 });
    await openPanel(page);
    await expect(page.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
  });
}
