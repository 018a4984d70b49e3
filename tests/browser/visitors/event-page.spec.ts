/** The page of a date, with script, without it, and without a connection. */

import { daysFromToday, tonight } from '../../live/dates';
import { violations } from '../axe';
import { expect, isAlive, type LiveSite, test } from '../fixtures';
import { type Added, only, SHOP, ticketAt, upcoming } from './only-events';

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

test('Get Tickets of tonight answers whoever points at it, in the list and on its page (E12) @release', async ({
  page,
  site,
}) => {
  const [event] = await only(site, [{ date: tonight(), ticket_url: SHOP }]);
  for (const path of ['/', `/event/${event?.id}`]) {
    await page.goto(path);
    const tickets = page.getByRole('link', { name: /^Get Tickets/ });
    const ground = () =>
      tickets.evaluate((link) => getComputedStyle(link, '::before').backgroundColor);
    const resting = await ground();
    await tickets.hover();
    await expect.poll(ground).not.toBe(resting);
  }
});

test('a date that needs a connection says so, and comes with it (E6) @release', async ({
  page,
}) => {
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

  test('a date, its menu and the past dates are all there (E6, E7, E11) @release', async ({
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

test('past dates are as wide as the rule above them (E7) @release', async ({ page, site }) => {
  await wholeEvent(site);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/events/past');
  const [rule, row] = await Promise.all(
    ['.years__count', '.prow'].map((part) => page.locator(part).boundingBox()),
  );
  expect(row?.width).toBe(rule?.width);
});

test('a past date that was cancelled keeps its place (E7) @release', async ({ page, site }) => {
  const { past } = await wholeEvent(site);
  await site.rest('PATCH', `music_events?id=eq.${past}`, { status: 'cancelled' });
  const place = page.getByText('Leipzig, Germany, cancelled', { exact: true });
  await page.goto('/events/past');
  await expect(place).toBeVisible();
  await page.goto('/artist/mara-voss');
  await page.locator('summary').filter({ hasText: 'Past dates' }).click();
  await expect(place).toBeVisible();
});

test('on a phone the dates of a long year begin in its first screen (E7)', async ({
  page,
  site,
}) => {
  const two = (number: number) => `${number}`.padStart(2, '0');
  const events = [...Array(120).keys()].map((number) => ({
    date: `2024-${two((number % 12) + 1)}-${two((number % 28) + 1)}`,
    ...{ venue: `Hall ${number}`, location: 'Ghent', artist_id: 'mara-voss' },
  }));
  await site.rest('POST', 'music_events', events);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/events/past/2024/03');
  const months = page.getByRole('navigation', { name: 'Months' });
  await expect(months.getByRole('link')).toHaveCount(12);
  await expect(months.getByRole('link', { name: 'March' })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText(/^Hall/).first()).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('10 past dates', { exact: true })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});
