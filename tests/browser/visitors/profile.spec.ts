import { daysFromToday, longDate, tonight } from '../../live/dates';
import { violations } from '../axe';
import {
  ARTISTS,
  type Asked,
  expect,
  failWith,
  fill,
  isAlive,
  type Page,
  signedInAt,
  test,
} from '../fixtures';
import { hold } from '../holding';
import { upcoming } from './only-events';

test('the profile shows the banner, name, followers and genre, and Back leads to the home page (A1)', async ({
  page,
}) => {
  await page.goto('/artist/mara-voss');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
  await expect(page.getByText('1.2M followers')).toBeVisible();
  await expect(page.getByText('Art pop')).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL('/');
});

for (const width of [360, 768, 1440]) {
  test(`the banner is 400 px high at ${width} px (A1)`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/artist/mara-voss');
    const banner = page.getByRole('img', { name: 'Mara Voss' });
    expect(
      await banner.evaluate((image: HTMLImageElement) =>
        image.decode().then(() => image.naturalWidth),
      ),
    ).toBeGreaterThan(0);
    const box = await banner.boundingBox();
    const across = await page.evaluate(() => document.documentElement.clientWidth);
    expect(box).toEqual({ x: 0, y: 0, height: 400, width: across });
  });
}

test('the profile shows the bio (A2)', async ({ page, site }) => {
  await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { bio: 'First part.\n\nSecond part.' });
  await page.goto('/artist/mara-voss');
  const bio = page.getByRole('region', { name: 'Bio' });
  await expect(bio.getByText('First part.')).toBeVisible();
  await expect(bio.getByText('Second part.')).toBeVisible();
  await expect(page.getByText('No bio available.')).toHaveCount(0);
});

test('the lines of a biography stay lines, on the profile and for the press (A2, U7)', async ({
  page,
  site,
}) => {
  const bio = 'Vocals: Ida\nBass: Jan\r\nDrums: Mo\n\nAll of them from Ghent.';
  await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { bio });
  for (const path of ['/artist/mara-voss', '/artist/mara-voss/press']) {
    await page.goto(path);
    const members = page
      .locator('p')
      .filter({ hasText: /^Vocals: Ida/ })
      .last();
    expect((await members.innerText()).split('\n')).toEqual([
      'Vocals: Ida',
      'Bass: Jan',
      'Drums: Mo',
    ]);
    await expect(page.getByText('All of them from Ghent.', { exact: true })).toBeVisible();
  }
});

for (const [what, bio] of [
  ['none', null],
  ['an empty one', ''],
  ['a blank one', ' \n '],
] as const) {
  test(`an artist whose bio is ${what} (A2)`, async ({ page, site }) => {
    await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { bio });
    await page.goto('/artist/mara-voss');
    await expect(page.getByText('No bio available.')).toBeVisible();
  });
}

test('the latest release appears only when there is one (A3)', async ({ page }) => {
  await page.goto('/artist/mara-voss');
  await expect(
    page.getByRole('region', { name: 'Latest Release' }).getByText('Salt Hour'),
  ).toBeVisible();
  await page.goto('/artist/abel-quintero');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Abel Quintero');
  await expect(page.getByText('Latest Release')).toHaveCount(0);
});

test('the artist’s upcoming events are listed by date (A4)', async ({ page }) => {
  await page.goto('/artist/mara-voss');
  const tickets = upcoming(page).getByRole('listitem');
  await expect(tickets).toHaveCount(2);
  for (const [place, date, venue, location] of [
    [0, daysFromToday(30), 'Teatro Lanterna', 'Trieste'],
    [1, daysFromToday(60), 'Silver Oar', 'Glasgow'],
  ] as const) {
    for (const text of [longDate(date), venue, location]) {
      await expect(tickets.nth(place).getByText(text, { exact: true })).toBeVisible();
    }
  }
});

test('without upcoming events, a text says so (A4)', async ({ page }) => {
  await page.goto('/artist/abel-quintero');
  await expect(upcoming(page).getByText('No upcoming events scheduled.')).toBeVisible();
});

test('website, Instagram and Twitter open in a new tab (A5)', async ({ page }) => {
  await page.goto('/artist/mara-voss');
  const connect = page.getByRole('region', { name: 'Connect' });
  for (const [name, address] of [
    [/website|mara-voss\.example/i, /^https:\/\/mara-voss\.example\/?$/],
    [/instagram/i, /^https:\/\/(www\.)?instagram\.com\/maravoss\/?$/],
    [/twitter/i, /^https:\/\/(www\.)?(twitter|x)\.com\/mara_voss\/?$/],
  ] as const) {
    const link = connect.getByRole('link', { name });
    await expect(link).toHaveAttribute('href', address);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
    await expect(link).toHaveAccessibleName(/new tab/i);
  }
});

test('only links that are set are shown (A5)', async ({ page, site }) => {
  await site.rest('PATCH', 'music_artists?id=eq.night-ferry', {
    social_instagram: '@nightferryband',
    website: '',
  });
  await page.goto('/artist/night-ferry');
  const links = page.getByRole('region', { name: 'Connect' }).getByRole('link');
  await expect(links).toHaveCount(1);
  await expect(links).toHaveAttribute('href', /instagram\.com\/nightferryband\/?$/);
});

test('without links, nothing opens in a new tab (A5)', async ({ page }) => {
  await page.goto('/artist/abel-quintero');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Abel Quintero');
  await expect(page.locator('.side a[target=_blank]')).toHaveCount(0);
});

test('a visitor sees no Edit Profile (A6)', async ({ page }) => {
  await page.goto('/artist/mara-voss');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0);
});

test('the contact, who may not edit the profile, adds and deletes an event (A8) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'contact', site);
  await expect(page.getByRole('button', { name: 'Edit Profile' })).toHaveCount(0);
  await addAndDeleteEvent(page);
});

test('whoever looks after dates reads on a profile what visitors are told of the tickets (A8, E3)', async ({
  page,
  site,
}) => {
  await site.rest('PATCH', 'music_events?venue=eq.Silver%20Oar', {
    ...{ ticket_status: 'sold_out', price: '€18', start_time: '20:30' },
  });
  await signedInAt(page, '/artist/mara-voss', 'contact', site);
  const ticket = page.getByRole('listitem').filter({ hasText: 'Silver Oar' });
  await expect(ticket.getByRole('button', { name: /^Edit/ })).toBeVisible();
  await expect(ticket).toContainText('Start 20:30 Sold out €18');
});

test('the admin adds and deletes an event in edit mode (A8)', async ({ page, site }) => {
  await signedInAt(page, '/artist/mara-voss', 'admin', site);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await addAndDeleteEvent(page);
});

test('the stub says Tonight above the day, also while its deletion is asked about (A8, E12) @release', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 768, height: 900 });
  await site.rest('PATCH', 'music_events?venue=eq.Silver%20Oar', {
    date: tonight('Europe/London'),
  });
  await signedInAt(page, '/artist/mara-voss', 'admin', site);
  await page.getByRole('button', { name: 'Edit Profile' }).click();
  await page.getByRole('button', { name: /^Delete Silver Oar/ }).click();
  const stub = page.locator('.is-confirm .ticket__stub');
  const [word, day] = await Promise.all(
    ['.ticket__on', '.ticket__day'].map((part) => stub.locator(part).boundingBox()),
  );
  expect(day?.y).toBeGreaterThan((word?.y ?? 0) + (word?.height ?? 0));
});

async function addAndDeleteEvent(page: Page): Promise<void> {
  const date = daysFromToday(3);
  await page.getByRole('button', { name: 'Add Event' }).click();
  await expect(page.getByLabel('Date', { exact: true })).toHaveAttribute('type', 'date');
  await fill(page, { Date: date, Venue: 'Saal am Wehr', Location: 'Basel' });
  await page.getByRole('button', { name: 'Add Event' }).last().click();
  const added = upcoming(page).getByRole('listitem').filter({ hasText: 'Saal am Wehr' });
  await expect(added.getByText(longDate(date))).toBeVisible();
  await expect(page.getByLabel('Venue', { exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Add Event' }).click();
  for (const label of ['Date', 'Venue', 'Location'])
    await expect(page.getByLabel(label, { exact: true })).toHaveValue('');
  await added.getByRole('button', { name: /^Delete/ }).click();
  await page.getByRole('button', { name: 'Delete event' }).click();
  await expect(added).toHaveCount(0);
  await expect(upcoming(page).getByRole('listitem')).toHaveCount(2);
}

for (const who of ['owner', 'stranger'] as const) {
  test(`the ${who} sees no event controls (A8) @release`, async ({ page, site }) => {
    await signedInAt(page, '/artist/mara-voss', who, site);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('button', { name: 'Add Event' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  });
}

test('an unknown id leads to the home page (A9)', async ({ page }) => {
  const answer = await page.goto('/artist/nobody');
  expect(answer?.status()).toBe(404);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
});

test('an artist deleted in the meantime leads to the home page (A9) @release', async ({
  page,
  site,
}) => {
  await page.goto('/');
  await site.rest('DELETE', 'music_artists?id=eq.night-ferry');
  await page
    .getByRole('region', { name: 'Popular Artists' })
    .getByRole('link', { name: 'Night Ferry' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mara Voss');
  await expect(page).toHaveURL('/');
});

test('Try again says that it tries, that it failed again, and leads into the page that comes (A9) @release', async ({
  page,
}) => {
  await page.goto('/');
  await isAlive(page);
  const isAsked = ({ pathname, query }: Asked) => pathname === ARTISTS && query.has('id');
  await failWith(page, '500', isAsked);
  await page
    .getByRole('region', { name: 'Popular Artists' })
    .getByRole('link', { name: 'Night Ferry' })
    .click();
  const alert = page.getByRole('alert');
  await alert.getByRole('button', { name: 'Try again' }).focus();
  const answer = await hold(page, (url) => url.pathname === ARTISTS);
  await page.keyboard.press('Enter');
  const trying = alert.getByRole('button', { name: 'Trying...' });
  await expect(trying).toBeFocused();
  answer();
  await expect(alert).toContainText('That did not help. Try again in a moment.');
  const again = alert.getByRole('button', { name: 'Try again' });
  await expect(again).toBeFocused();
  await page.unrouteAll();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night Ferry');
  await expect(page.getByRole('main')).toBeFocused();
});

test('an artist who cannot be loaded just now can be tried again (A9) @release', async ({
  page,
}) => {
  await page.goto('/');
  await isAlive(page); // before, the browser itself would go there, and the server would answer
  await failWith(page, '500', ({ pathname, query }) => pathname === ARTISTS && query.has('id'));
  await page
    .getByRole('region', { name: 'Popular Artists' })
    .getByRole('link', { name: 'Night Ferry' })
    .click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No answer');
  await expect(page).toHaveURL('/artist/night-ferry');
  expect(await violations(page)).toEqual([]);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night Ferry');
});
