/** Dates as visitors see them: on tickets, on their own page, and in lists that grow. */

import { addDays, dateIn, daysFromToday, longDate } from '../../live/dates';
import { violations } from '../axe';
import { expect, isAlive, type LiveSite, type Page, signInAs, test } from '../fixtures';

const SHOP = 'https://tickets.example/salt-hour';
const HOUR_MS = 3_600_000;

const upcoming = (page: Page) => page.getByRole('region', { name: 'Upcoming Events' });
const ticketAt = (page: Page, venue: string) =>
  upcoming(page).locator('.tickets li:not(:has(li))').filter({ hasText: venue });

type Added = { id: string; date: string };

/** Adds events of Mara Voss, each of its own day unless it names one, and nothing else upcoming. */
async function only(site: LiveSite, events: readonly Record<string, unknown>[]): Promise<Added[]> {
  await site.rest('DELETE', 'music_events?id=not.is.null');
  const whole = events.map((event, place) => ({
    date: daysFromToday(20 + place),
    venue: 'Kesselhaus Nord',
    location: 'Leipzig, Germany',
    artist_id: 'mara-voss',
    ...event,
  }));
  // One by one: the rows of one request have the same columns.
  const added: Added[] = [];
  for (const event of whole) {
    added.push(...(await site.rest<Added[]>('POST', 'music_events', [event])));
  }
  return added;
}

const STATES = [
  [{ venue: 'On Sale', ticket_url: SHOP, price: '€18', ticket_status: 'on_sale' }, 'link', ['€18']],
  [{ venue: 'Scarce', ticket_url: SHOP, ticket_status: 'few_left' }, 'link', ['Few left']],
  [{ venue: 'Unknown', ticket_url: SHOP }, 'link', []],
  [{ venue: 'No Link' }, 'button', []],
  [{ venue: 'Sold', ticket_url: SHOP, ticket_status: 'sold_out' }, 'nothing', ['Sold out']],
  [{ venue: 'Gratis', ticket_status: 'free' }, 'nothing', ['Free entry']],
  [
    { venue: 'Till', ticket_status: 'at_door', price: '£9' },
    'nothing',
    ['Tickets at the door', '£9'],
  ],
  [{ venue: 'Soon', ticket_status: 'not_yet' }, 'nothing', ['On sale soon']],
  [{ venue: 'Off', ticket_url: SHOP, status: 'cancelled' }, 'nothing', ['Cancelled']],
  [
    { venue: 'Later', ticket_url: SHOP, status: 'postponed' },
    'nothing',
    ['Postponed', 'New date to come'],
  ],
] as const;

test('a ticket leads to the shop, or says why there is nothing to press (E3)', async ({
  page,
  site,
}) => {
  const added = await only(
    site,
    STATES.map(([event]) => event),
  );
  const times = { start_time: '20:30', door_time: '19:00' };
  await site.rest('PATCH', `music_events?id=eq.${added[0]?.id}`, times);
  const moved = { status: 'moved', date: daysFromToday(60) };
  await site.rest('PATCH', `music_events?id=eq.${added[1]?.id}`, moved);
  await page.goto('/');
  for (const [{ venue }, way, words] of STATES) {
    const ticket = ticketAt(page, venue);
    for (const text of words) await expect(ticket.getByText(text, { exact: true })).toBeVisible();
    await expect(ticket.getByRole('link', { name: /^Get Tickets/ })).toHaveCount(
      way === 'link' ? 1 : 0,
    );
    await expect(ticket.getByRole('button')).toHaveCount(way === 'button' ? 1 : 0);
  }
  await expect(ticketAt(page, 'On Sale').getByText('Doors 19:00 · Start 20:30')).toBeVisible();
  await expect(ticketAt(page, 'Scarce').getByText('Moved', { exact: true })).toBeVisible();
  await expect(ticketAt(page, 'Scarce')).toContainText(longDate(added[1]?.date ?? ''));
  const shop = ticketAt(page, 'On Sale').getByRole('link', { name: /^Get Tickets/ });
  const [, day] = longDate(added[0]?.date ?? '').split(', ');
  await expect(shop).toHaveAccessibleName(
    `Get Tickets, Mara Voss, ${day}, On Sale (opens in a new tab)`,
  );
  await expect(shop).toHaveAttribute('href', SHOP);
  const [tab] = await Promise.all([page.waitForEvent('popup'), shop.click()]);
  expect(page.url()).toBe(`${site.url}/`);
  await tab.close();
});

for (const timezoneId of ['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Auckland']) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId });

    test(`the site decides what is upcoming and tonight, not a clock in ${timezoneId} (E5, E12)`, async ({
      page,
      site,
    }) => {
      // Until 05:00 it is still the evening before.
      const evening = dateIn('UTC', new Date(Date.now() - 5 * HOUR_MS));
      const tonight = {
        date: evening,
        timezone: 'UTC',
        start_time: '20:30',
        venue: 'Tonight Hall',
      };
      const [event] = await only(site, [
        tonight,
        { venue: 'Later Hall' },
        { date: addDays(evening, -1), timezone: 'UTC', venue: 'Past Hall' },
      ]);
      await page.clock.setFixedTime(Date.now() + 400 * 24 * HOUR_MS);
      const look = async () => {
        await expect(ticketAt(page, 'Tonight Hall')).toContainText(`Tonight, ${longDate(evening)}`);
        await expect(ticketAt(page, 'Tonight Hall')).toContainText('Start 20:30');
        await expect(ticketAt(page, 'Later Hall')).not.toContainText('Tonight');
        await expect(upcoming(page).getByText('Past Hall')).toHaveCount(0);
      };
      await page.goto('/');
      await isAlive(page);
      await look();
      await page.getByRole('link', { name: 'View Profile' }).click();
      await expect(page).toHaveURL('/artist/mara-voss');
      await look();
      await page.goto(`/event/${event?.id}`);
      await expect(page.getByRole('article').getByText('Tonight', { exact: true })).toBeVisible();
      await expect(page.getByRole('definition').filter({ hasText: '20:30' })).toHaveText('20:30');
    });
  });
}

test('a page that stays open turns to the next day at 05:00 where the event is (E5, E12)', async ({
  page,
  site,
}) => {
  const evening = dateIn('UTC', new Date(Date.now() - 5 * HOUR_MS));
  const at = { timezone: 'UTC', start_time: '20:30' };
  const [tonight] = await only(site, [
    { ...at, date: evening, venue: 'Tonight Hall' },
    { ...at, date: addDays(evening, 1), venue: 'Tomorrow Hall' },
  ]);
  await page.clock.install();
  await page.goto('/');
  await isAlive(page);
  await expect(ticketAt(page, 'Tonight Hall')).toContainText('Tonight');
  await expect(ticketAt(page, 'Tomorrow Hall')).not.toContainText('Tonight');
  await page.clock.fastForward(24 * HOUR_MS);
  await expect(ticketAt(page, 'Tomorrow Hall')).toContainText('Tonight');
  await expect(page.getByText('Tonight Hall')).toHaveCount(0);
  await page.goto(`/event/${tonight?.id}`);
  await isAlive(page);
  await page.clock.fastForward(24 * HOUR_MS);
  await expect(page.getByText('This date has taken place.')).toBeVisible();
});

test('dates of one day stand under one stub, and a grown list is there after Back and reload (E13)', async ({
  page,
  site,
}) => {
  const day = daysFromToday(20);
  await only(
    site,
    Array.from({ length: 43 }, (_, n) => ({
      venue: `Hall ${n}`,
      date: n < 3 ? day : addDays(day, n),
      start_time: `${18 + Math.min(n, 3)}:00`,
    })),
  );
  await page.goto('/');
  await isAlive(page);
  const leaves = upcoming(page).locator('.tickets li:not(:has(li))');
  await expect(upcoming(page).getByText('20 of 43 dates')).toBeVisible();
  await expect(upcoming(page).locator('.ticket')).toHaveCount(18);
  await expect(upcoming(page).locator('.ticket--day .ticket__lines > li')).toHaveCount(3);
  await upcoming(page).getByRole('button', { name: 'Show more events' }).click();
  await expect(leaves).toHaveCount(40);
  await expect(leaves.nth(20).getByRole('link').first()).toBeFocused();
  await expect(upcoming(page).getByText('40 of 43 dates')).toBeVisible();
  await expect(page).toHaveURL('/?events=40');
  const there = leaves.nth(33);
  await there.scrollIntoViewIfNeeded();
  await there.locator('time').click();
  await expect(page).toHaveURL(/\/event\//);
  await expect(page.getByRole('heading', { level: 2, name: 'Hall 33' })).toBeVisible();
  await page.goBack();
  await expect(leaves).toHaveCount(40);
  await expect(there).toBeInViewport();
  await page.reload();
  await expect(leaves).toHaveCount(40);
  await expect(there).toBeInViewport();

  const events = (await signInAs(page, 'contact', site)).getByRole('region', {
    name: 'Manage Events',
  });
  await expect(events.getByText('40 of 43 dates')).toBeVisible();
});

/** An event with all that one can have, after a past one. */
async function wholeEvent(site: LiveSite): Promise<{ id: string; past: string }> {
  const [past, event] = (await only(site, [
    { date: daysFromToday(-30), venue: 'Depot 23' },
    {
      start_time: '20:30',
      door_time: '19:30',
      timezone: 'Pacific/Auckland',
      ticket_url: SHOP,
      price: '€18 / €15',
      note: 'Two sets, with an interval.',
    },
    { venue: 'Silver Oar' },
  ])) as [Added, Added];
  for (const act of [
    { position: 0, artist_id: 'night-ferry' },
    { position: 1, name: 'DJ Lumpen' },
  ]) {
    await site.rest('POST', 'music_lineup', [{ event_id: event.id, ...act }]);
  }
  return { id: event.id, past: past.id };
}

test('the page of a date has all that is known, and the ways to keep and share it (E6, E10, E11)', async ({
  page,
  site,
}) => {
  const { id, past } = await wholeEvent(site);
  await page.addInitScript(() => {
    delete (Navigator.prototype as Partial<Navigator>).share;
    const clipboard = {
      writeText: async (text: string) => {
        document.title = text;
      },
    };
    Object.defineProperty(navigator, 'clipboard', { value: clipboard });
  });
  await page.goto('/');
  await isAlive(page);
  await ticketAt(page, 'Kesselhaus Nord').locator('time').click();
  for (const visit of ['through the site', 'directly']) {
    await test.step(visit, async () => {
      if (visit === 'directly') await page.goto(`/event/${id}`);
      await expect(page).toHaveURL(`/event/${id}`);
      await expect(page.getByRole('heading', { level: 1, name: 'Mara Voss' })).toBeVisible();
      await expect(page.getByRole('definition')).toHaveText([
        '19:30',
        '20:30 Auckland time',
        '€18 / €15',
      ]);
      await expect(page.getByText('Two sets, with an interval.')).toBeVisible();
      const bill = page.getByRole('region', { name: 'On the bill' }).getByRole('listitem');
      await expect(bill).toHaveText(['Mara Voss', 'Night Ferry', 'DJ Lumpen']);
      await expect(bill.nth(1).getByRole('link')).toHaveAttribute('href', '/artist/night-ferry');
      await expect(bill.nth(2).getByRole('link')).toHaveCount(0);
      await expect(page.getByRole('link', { name: /^Map of Kesselhaus/ })).toHaveAttribute(
        'href',
        /Kesselhaus%20Nord%2C%20Leipzig/,
      );
      await expect(page.getByRole('link', { name: 'Poster' })).toHaveAttribute(
        'href',
        `/event/${id}/poster.jpg`,
      );
      const more = page.getByRole('region', { name: 'More dates of Mara Voss' });
      await expect(more.getByRole('heading', { level: 3 })).toHaveText(['Silver Oar']);
    });
  }
  await isAlive(page);
  const menu = page.getByRole('button', { name: /^Calendar/ }).first();
  await menu.focus();
  await page.keyboard.press('Enter');
  const google = page.getByRole('link', { name: /^Google Calendar/ }).first();
  await expect(google).toHaveAttribute('href', /dates=\d{8}T203000%2F\d{8}T233000.*Auckland/);
  await page.keyboard.press('Tab');
  await expect(google).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(google).toBeHidden();
  await expect(menu).toBeFocused();
  await page.getByRole('button', { name: 'Share' }).click();
  await expect(page.getByText('Copied.')).toBeVisible();
  await expect(page).toHaveTitle(`${site.url}/event/${id}`);
  await page.goto(`/event/${past}`);
  await expect(page.getByText('This date has taken place.')).toBeVisible();
  await expect(page.getByRole('link', { name: /Leipzig, Germany, / })).toBeVisible();
  const poster = page.getByRole('article');
  await expect(poster.getByRole('link', { name: /^Get Tickets/ })).toHaveCount(0);
});

test('a date that needs a connection says so, and comes with it (E6)', async ({ page }) => {
  await page.goto('/');
  await isAlive(page);
  await page.context().setOffline(true);
  const title = page.getByRole('heading', { level: 1 });
  await upcoming(page).locator('a[href^="/event/"]').first().click();
  await expect(title).toHaveText('No connection');
  expect(await violations(page)).toEqual([]);
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect(title).toHaveText('No connection');
  await page.context().setOffline(false);
  await again.click();
  await expect(title).toHaveText(/^(Mara Voss|Night Ferry)$/);
  await expect(page).toHaveURL(/\/event\//);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a date, its menu and the past dates are all there (E6, E7, E11)', async ({
    page,
    site,
  }) => {
    const { id, past } = await wholeEvent(site);
    await page.goto(`/event/${id}`);
    await expect(page.getByRole('link', { name: /^Get Tickets/ })).toHaveAttribute('href', SHOP);
    await expect(page.getByRole('button', { name: 'Share' })).toBeHidden();
    await page
      .getByRole('region', { name: /^More dates/ })
      .getByRole('button', { name: /^Calendar/ })
      .click();
    const host = new URL(site.url).host;
    await expect(page.getByRole('link', { name: /^Subscribe/ })).toHaveAttribute(
      'href',
      `webcal://${host}/artist/mara-voss/events.ics`,
    );
    await expect(page.getByRole('link', { name: /^Poster The next dates/ })).toHaveAttribute(
      'href',
      '/artist/mara-voss/poster.jpg',
    );
    await page.goto('/artist/mara-voss');
    await expect(page.getByRole('link', { name: 'Depot 23' })).toBeHidden();
    await page.locator('summary').filter({ hasText: 'Past dates' }).click();
    await page.getByRole('link', { name: 'Depot 23' }).click();
    await expect(page).toHaveURL(`/event/${past}`);
    await page.goto('/events/past');
    await expect(page.getByRole('link', { name: 'Mara Voss' })).toHaveAttribute(
      'href',
      `/event/${past}`,
    );
  });
});

for (const [colorScheme, width] of [
  ['dark', 390],
  ['light', 1440],
] as const) {
  test(`axe finds nothing wrong with tickets and pages of dates, ${colorScheme} at ${width}`, async ({
    page,
    site,
  }) => {
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    const added = await only(site, [
      ...STATES.map(([event]) => event),
      { date: daysFromToday(0), venue: 'Tonight Hall', ticket_url: SHOP },
      { date: daysFromToday(-30), venue: 'Depot 23' },
    ]);
    const states = added.filter((_, place) => [0, 4, 8, 9, 11].includes(place));
    const pages = states.map(({ id }) => `/event/${id}`);
    for (const path of ['/', '/artist/mara-voss', ...pages, '/events/past']) {
      await page.goto(path);
      await isAlive(page);
      // An artist's is longer, and covers half of a ticket's link: axe would take that for a small one.
      const menu = page.locator('#events .menu > button, .gig .menu > button').first();
      if (await menu.isVisible()) await menu.click();
      expect(await violations(page), path).toEqual([]);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, path).toBeLessThanOrEqual(0);
    }
  });
}
