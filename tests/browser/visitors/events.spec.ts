/** Dates as visitors see them: on tickets, and in lists that grow. */

import { addDays, dateIn, daysFromToday, longDate, tonight } from '../../live/dates';
import { violations } from '../axe';
import { expect, isAlive, signInAs, test } from '../fixtures';
import { only, SHOP, ticketAt, upcoming } from './only-events';

const HOUR_MS = 3_600_000;

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
  await expect(ticketAt(page, 'On Sale').getByText('Doors 19:00 Start 20:30')).toBeVisible();
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
  // What visitors see stands in until the panel's own list has come, which is as long.
  await page.waitForLoadState('networkidle');
  await expect(events.getByText('40 of 43 dates')).toBeVisible();
});

for (const [colorScheme, width] of [
  ['dark', 390],
  ['light', 1440],
] as const) {
  test(`axe finds nothing wrong with tickets and pages of dates, ${colorScheme} at ${width} @release`, async ({
    page,
    site,
  }) => {
    test.slow();
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    const added = await only(site, [
      ...STATES.map(([event]) => event),
      { date: tonight(), venue: 'Tonight Hall', ticket_url: SHOP },
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
