/** Where a list stands, and the focus, after something was done to one of its rows (P13). */

import { daysFromToday } from '../../live/dates';
import {
  dialog,
  expect,
  type LiveSite,
  type Locator,
  openEdit,
  type Page,
  panelAs,
  signedInAt,
  test,
} from '../fixtures';
import { hold } from '../holding';

const ROWS = 24;
const HERE = 12;

const hall = (number: number) => `Hall ${String(number).padStart(2, '0')}`;

async function addDates(site: LiveSite): Promise<void> {
  const dates = Array.from({ length: ROWS }, (_, number) => ({
    artist_id: 'night-ferry',
    date: daysFromToday(100 + number),
    venue: hall(number),
    location: 'Bern',
  }));
  await site.rest('POST', 'music_events', dates);
}

const topOf = async (row: Locator) => Math.round((await row.boundingBox())?.y ?? Number.NaN);

/** The page has stopped scrolling to it. */
const stands = (element: Locator) =>
  expect
    .poll(() =>
      element.evaluate(async (one) => {
        const before = one.getBoundingClientRect().top;
        await new Promise((drawn) => setTimeout(drawn, 100));
        return one.getBoundingClientRect().top === before;
      }),
    )
    .toBe(true);

const focusIn = (row: Locator) =>
  expect.poll(() => row.evaluate((element) => element.contains(document.activeElement))).toBe(true);

type Place = { name: string; open: (page: Page, site: LiveSite) => Promise<Locator> };

const PLACES: Place[] = [
  {
    name: 'the panel',
    open: async (page, site) => {
      await panelAs(page, 'contact', site);
      return dialog(page).getByRole('region', { name: 'Manage Events' });
    },
  },
  {
    name: 'the profile',
    open: async (page, site) => {
      await signedInAt(page, '/artist/night-ferry', 'contact', site);
      return page.locator('main');
    },
  },
];

for (const { name, open } of PLACES) {
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    test(`deleting, Undo and saving leave the dates of ${name} where they were, at ${width} px (P13) @release`, async ({
      page,
      site,
    }) => {
      await page.setViewportSize({ width, height });
      await addDates(site);
      const list = await open(page, site);
      const row = (number: number) => list.getByRole('listitem').filter({ hasText: hall(number) });
      const press = (label: RegExp) => list.getByRole('button', { name: label }).click();
      await expect(row(HERE).getByRole('button', { name: /^Edit / })).toBeVisible();
      // Not so low that what is told of it would cover it.
      await row(HERE + 1).evaluate((element) =>
        element.scrollIntoView({ block: 'center', behavior: 'instant' }),
      );
      const [before, next] = [await topOf(row(HERE - 1)), await topOf(row(HERE + 1))];
      const here = await topOf(row(HERE));

      await press(new RegExp(`^Delete .*${hall(HERE)}`));
      await list.getByRole('button', { name: 'Delete event' }).click();
      await expect(row(HERE)).toHaveCount(0);
      await focusIn(row(HERE + 1));
      expect([await topOf(row(HERE - 1)), await topOf(row(HERE + 1))]).toEqual([before, here]);

      await page.keyboard.press('Control+z');
      await focusIn(row(HERE));
      const back = async () => [await topOf(row(HERE - 1)), await topOf(row(HERE + 1))];
      expect(await back()).toEqual([before, next]);

      await press(new RegExp(`^Edit .*${hall(HERE)}`));
      const form = list.getByRole('form', { name: /^Edit / });
      await form.getByLabel('Location', { exact: true }).fill('Basel');
      await form.getByLabel('Location', { exact: true }).press('Enter');
      await focusIn(row(HERE));
      expect(await back()).toEqual([before, next]);

      await press(new RegExp(`^Edit .*${hall(HERE)}`));
      await form.getByLabel('Location', { exact: true }).press('Escape');
      await focusIn(row(HERE));
      expect(await back()).toEqual([before, next]);

      await press(new RegExp(`^Duplicate .*${hall(HERE)}`));
      const copy = list.getByRole('form', { name: 'Add Event' });
      // The way to the form is seen; an Escape in the middle of it is a frame's way off.
      await stands(copy);
      await copy.getByLabel('Location', { exact: true }).press('Escape');
      await focusIn(row(HERE));
      expect(await back()).toEqual([before, next]);
    });
  }
}

test('deleting, Undo and editing leave the panel’s artists where they were (P13) @release', async ({
  page,
  site,
}) => {
  const artists = Array.from({ length: ROWS }, (_, number) => ({
    name: hall(number),
    genre: 'Jazz',
    image: 'https://pictures.example/halve.webp',
    followers: '10',
  }));
  await site.rest('POST', 'music_artists', artists);
  const panel = await panelAs(page, 'admin', site);
  const list = panel.getByRole('region', { name: 'Manage Artists' });
  const row = (number: number) => list.getByRole('listitem').filter({ hasText: hall(number) });
  await row(HERE).evaluate((element) =>
    element.scrollIntoView({ block: 'center', behavior: 'instant' }),
  );
  const here = await topOf(row(HERE));
  const next = await topOf(row(HERE + 1));
  for (const button of ['Cancel', 'Save Changes']) {
    await list.getByRole('button', { name: `Edit ${hall(HERE)}` }).click();
    await panel.getByRole('button', { name: button }).click();
    await focusIn(row(HERE));
    expect([await topOf(row(HERE)), await topOf(row(HERE + 1))]).toEqual([here, next]);
  }
  await list.getByRole('button', { name: `Delete ${hall(HERE)}` }).click();
  await list.getByRole('button', { name: 'Delete artist' }).click();
  await expect(row(HERE)).toHaveCount(0);
  await focusIn(row(HERE + 1));
  expect(await topOf(row(HERE + 1))).toBe(here);

  const star = list.getByRole('button', { name: `Set Featured: ${hall(HERE + 1)}` });
  await star.press('Enter');
  await expect(star).toBeDisabled();
  await expect(list.getByRole('button', { name: `Edit ${hall(HERE + 1)}` })).toBeFocused();
  expect(await topOf(row(HERE + 1))).toBe(here);
});

test('after a row was edited or brought back, a search keeps the focus, and lists only what it finds (P13) @release', async ({
  page,
  site,
}) => {
  await addDates(site);
  const panel = await panelAs(page, 'admin', site);
  const dates = panel.getByRole('region', { name: 'Manage Events' });
  const searchIn = async (list: Locator, text: string, found: RegExp) => {
    const field = list.getByRole('searchbox');
    await field.fill(text);
    await expect(list.getByRole('listitem')).toHaveText([found]);
    await expect(field).toBeFocused();
  };
  await dates.getByRole('button', { name: new RegExp(`^Edit .*${hall(HERE)}`) }).click();
  const location = dates.getByLabel('Location', { exact: true });
  await location.fill('Basel');
  await location.press('Enter');
  await focusIn(dates.getByRole('listitem').filter({ hasText: hall(HERE) }));
  await searchIn(dates, hall(HERE), new RegExp(hall(HERE)));
  await searchIn(dates, hall(HERE + 1), new RegExp(hall(HERE + 1)));

  const artists = panel.getByRole('region', { name: 'Manage Artists' });
  await openEdit(panel, { name: 'Edit Night Ferry', exact: true });
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await focusIn(artists.getByRole('listitem').filter({ hasText: 'Night Ferry' }));
  await searchIn(artists, 'night', /Night Ferry/);
  await artists.getByRole('button', { name: 'Delete Night Ferry' }).click();
  await artists.getByRole('button', { name: 'Delete artist' }).click();
  await artists.getByRole('button', { name: 'Undo' }).click();
  await expect(artists.getByText(/^Night Ferry is back/)).toBeVisible();
  await searchIn(artists, 'mara', /Mara Voss/);
});

test('no row moves when it is told what an artist’s page lacks (P13) @release', async ({
  page,
  site,
}) => {
  const tell = await hold(page, /\/rest\/v1\/music_artists\?select=[^&]*bio%2C/);
  const panel = await panelAs(page, 'admin', site);
  const rows = panel.getByRole('region', { name: 'Manage Artists' }).getByRole('listitem');
  await expect(rows.last()).toBeVisible();
  await expect(panel.getByText(/^Missing: /)).toHaveCount(0);
  const tops = () => rows.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
  const before = await tops();
  tell();
  await expect(panel.getByText(/^Missing: /).first()).toBeVisible();
  expect(await tops()).toEqual(before);
});

test('a message never covers the field that has the focus (P13) @release', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 500 });
  const panel = await panelAs(page, 'contact', site);
  await panel.getByRole('button', { name: 'Add Event' }).first().click();
  const form = panel.getByRole('form', { name: 'Add Event' });
  await form.getByLabel('Artist', { exact: true }).selectOption({ label: 'Night Ferry' });
  const fields = { Date: daysFromToday(40), Venue: 'Old Mill', Location: 'Bern' };
  for (const [label, text] of Object.entries(fields))
    await form.getByLabel(label, { exact: true }).fill(text);
  await form.getByLabel('Location', { exact: true }).press('Control+Enter');
  const note = panel.locator('.done-note.is-shown');
  await expect(note).toContainText('Added');
  const date = form.getByLabel('Date', { exact: true });
  await expect(date).toBeFocused();
  const covered = () =>
    page.evaluate(() => {
      const field = document.activeElement?.getBoundingClientRect();
      const bar = document.querySelector('.done-note.is-shown')?.getBoundingClientRect();
      return field && bar ? field.bottom > bar.top && field.top < bar.bottom : true;
    });
  expect(await covered()).toBe(false);
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab');
    expect(await covered()).toBe(false);
  }
});

test('Undo in History leaves its row where it was, and the focus in it (P13) @release', async ({
  page,
  site,
}) => {
  const [artist_id, date, location] = ['night-ferry', daysFromToday(100), 'Bern'];
  for (let number = 0; number < ROWS; number += 1)
    await site.rest('POST', 'music_events', {
      artist_id,
      date,
      venue: `Cellar ${number}`,
      location,
    });
  const panel = await panelAs(page, 'admin', site);
  await panel.getByRole('button', { name: 'History' }).click();
  // The undo has a row of its own, above.
  const row = panel
    .locator('.hist > li')
    .filter({ hasText: `Cellar ${HERE}` })
    .last();
  await row.locator('summary').click();
  await row.evaluate((element) => element.scrollIntoView({ behavior: 'instant' }));
  const top = await topOf(row);
  await row.getByRole('button', { name: 'Undo this change' }).click();
  await expect(row.getByText('Undone', { exact: true })).toBeVisible();
  await focusIn(row);
  expect(await topOf(row)).toBe(top);
});
