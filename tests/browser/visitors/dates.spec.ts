import { daysFromToday, longDate } from '../../live/dates';
import { expect, fill, signedInAt, signInAs, test } from '../fixtures';
import { linesOf, textStart } from '../lines';
import { type Added, only, ticketAt } from './only-events';

const CHOSEN = daysFromToday(300);

const DATES = {
  '2040-01-01': 'Sunday, January 1, 2040',
  '2040-02-29': 'Wednesday, February 29, 2040',
  '2040-11-21': 'Wednesday, November 21, 2040',
  '2040-12-31': 'Monday, December 31, 2040',
};

for (const timezoneId of ['America/Los_Angeles', 'Europe/Berlin', 'Pacific/Auckland']) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId, locale: 'de-DE' });

    test(`dates read the same for a visitor in ${timezoneId} (D6) @release`, async ({
      page,
      site,
    }) => {
      await site.rest('DELETE', 'music_events?id=not.is.null');
      await site.rest(
        'POST',
        'music_events',
        Object.keys(DATES).map((date) => ({
          date,
          venue: 'Hall',
          location: 'Bonn',
          artist_id: 'mara-voss',
        })),
      );
      for (const path of ['/', '/artist/mara-voss']) {
        await page.goto(path);
        const tickets = page.getByRole('region', { name: 'Upcoming Events' }).getByRole('listitem');
        await expect(tickets).toHaveCount(4);
        for (const [place, [date, words]] of Object.entries(DATES).entries()) {
          const time = tickets.nth(place).getByText(words, { exact: true });
          await expect(time).toBeVisible();
          await expect(time).toHaveAttribute('datetime', date);
        }
      }
      const panel = await signInAs(page, 'contact', site);
      for (const words of Object.values(DATES)) await expect(panel.getByText(words)).toBeVisible();
    });

    test(`the chosen date is the saved date in ${timezoneId} (D6)`, async ({ page, site }) => {
      await signedInAt(page, '/artist/abel-quintero', 'contact', site);
      await page.getByRole('button', { name: 'Add Event' }).click();
      await fill(page, { Date: CHOSEN, Venue: 'Saal am Wehr', Location: 'Basel' });
      await page.getByRole('form').getByRole('button', { name: 'Add Event' }).click();
      await expect(page.getByText(longDate(CHOSEN))).toBeVisible();
      expect(await site.rest('GET', 'music_events?select=date&artist_id=eq.abel-quintero')).toEqual(
        [{ date: CHOSEN }],
      );
    });
  });
}

for (const width of [320, 390]) {
  test(`in a ticket at ${width} px long names wrap before they are too small to read (E3)`, async ({
    page,
    site,
  }) => {
    const name = 'The International Submarine Orchestra & Choir of Saint-Étienne';
    await site.rest('PATCH', 'music_artists?id=eq.mara-voss', { name });
    await only(site, [
      { venue: 'Kulturzentrum Alte Baumwollspinnerei, Großer Saal (Eingang Hof 3)' },
      { venue: 'Festival of the Drowned Bells, Main Stage' },
    ]);
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['/', '/artist/mara-voss']) {
      await page.goto(path);
      const names = await page.locator('.ticket .bill').evaluateAll((bills) =>
        bills.map((bill) => ({
          size: Number.parseFloat(getComputedStyle(bill).fontSize),
          excess: bill.scrollWidth - bill.clientWidth,
        })),
      );
      expect(names, path).toHaveLength(2);
      for (const { size, excess } of names) {
        expect(size, path).toBeGreaterThanOrEqual(18);
        expect(excess, path).toBeLessThanOrEqual(1);
      }
    }
  });
}

test('a long date in a ticket ends with more than its year on a phone (H5) @release', async ({
  page,
  site,
}) => {
  await only(site, [{ date: '2040-11-21', venue: 'Kesselhaus' }]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  const date = ticketAt(page, 'Kesselhaus').getByText('Wednesday, November 21, 2040').last();
  expect(await date.evaluate(linesOf, 'November 21, 2040')).toBe(1);
  expect(await date.evaluate(linesOf, 'Wednesday, November')).toBe(2);
});

test('in search results a date on a line of its own begins where the place does (H5)', async ({
  page,
  site,
}) => {
  const [{ date }] = (await only(site, [
    { venue: 'Festival of the Drowned Bells, Main Stage' },
  ])) as [Added];
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/?q=leipzig');
  const hit = page.getByRole('dialog').getByRole('link', { name: /Drowned Bells/ });
  const [place, day] = [/^Festival/, longDate(date)].map((fact) => hit.getByText(fact));
  expect(await day?.evaluate(textStart)).toBe(await place?.evaluate(textStart));
});
