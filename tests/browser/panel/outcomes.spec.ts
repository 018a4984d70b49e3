/** How a change ended whose form, question or panel was left meanwhile is told wherever the person is. */

import { daysFromToday } from '../../live/dates';
import { openEdit as openEvent, section } from '../dates/event-form';
import {
  ARTISTS,
  closePanel,
  EVENTS,
  expect,
  failWith,
  fill,
  type LiveSite,
  type Locator,
  openAddArtist,
  openEdit,
  openPanel,
  type Page,
  PICTURE,
  panelAs,
  refuseAdding,
  test,
} from '../fixtures';
import { holdChange } from '../holding';
import { openImport, RUN } from '../tables/import-form';

const MARA = /^Edit Mara Voss at Silver Oar/;
const notice = (page: Page, text: RegExp) => page.getByRole('alert').filter({ hasText: text });

/** A date whose new location is being saved, for as long as it is held. */
async function savedMeanwhile(page: Page, site: LiveSite) {
  const panel = await panelAs(page, 'contact', site);
  const location = panel.getByLabel('Location', { exact: true });
  await openEvent(section(panel), MARA);
  await location.fill('Antwerp');
  const held = await holdChange(page, EVENTS);
  await location.press('Enter');
  await expect(panel.getByRole('button', { name: 'Saving...' })).toBeVisible();
  return { panel, location, held };
}

test('a date that is not saved after the panel was closed is told until dismissed, and its text is back @release', async ({
  page,
  site,
}) => {
  const { panel, location, held } = await savedMeanwhile(page, site);
  await closePanel(page);
  held.lose();
  const told = notice(page, /^Perhaps not saved: your changes to Mara Voss, .* look before/);
  await expect(told).toBeVisible();
  await told.getByRole('button', { name: 'OK' }).click();
  await expect(told).toHaveCount(0);
  await openPanel(page);
  await openEvent(section(panel), MARA);
  await expect(location).toHaveValue('Antwerp');
});

test('a refusal after the form was left is told in the open panel, and still after that was closed', async ({
  page,
  site,
}) => {
  await failWith(page, '500', ({ method }) => method === 'PATCH');
  const { panel, location, held } = await savedMeanwhile(page, site);
  await panel.getByRole('button', { name: 'Cancel' }).click();
  held.letPass();
  const told = /^Not saved: your changes to Mara Voss, .* nothing was changed\./;
  await expect(panel.getByRole('alert').filter({ hasText: told })).toBeVisible();
  await closePanel(page);
  await expect(notice(page, told)).toBeVisible();
  await openPanel(page);
  await openEvent(section(panel), MARA);
  await expect(location).toHaveValue('Antwerp');
});

test('a refusal of a field is told with its name after the panel was closed @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const add = await openAddArtist(panel);
  await fill(add, { Name: 'Halve', Genre: 'Techno', Website: 'https://halve.example' });
  await add.getByLabel('Image URL').fill(PICTURE);
  await refuseAdding(page, 'music_artists', 'website');
  const held = await holdChange(page, ARTISTS);
  await add.getByRole('button', { name: 'Add Artist' }).click();
  await expect(add.getByRole('button', { name: 'Adding...' })).toBeVisible();
  await closePanel(page);
  held.letPass();
  const told = /^Not added: Halve\. Website: It must be an https:\/\/ address\./;
  await expect(notice(page, told)).toBeVisible();
});

test('a save that takes long is said to, beside a form that can be used, until it is done @release', async ({
  page,
  site,
}) => {
  await page.clock.install();
  const { panel, location, held } = await savedMeanwhile(page, site);
  const told = panel.getByRole('alert').filter({ hasText: 'This is taking longer than usual.' });
  // The clock goes on meanwhile, on a busy machine for seconds.
  await page.clock.fastForward(4_000);
  await expect(told).toHaveCount(0);
  await page.clock.fastForward(12_000);
  await expect(told).toBeVisible();
  await location.fill('Ghent');
  held.letPass();
  await expect(panel.getByText(/^Saved Mara Voss/)).toBeVisible();
  await expect(told).toHaveCount(0);
});

type Change = {
  what: string;
  path: string;
  /** Sends it; the panel is closed then. */
  send: (panel: Locator) => Promise<void>;
  failed: RegExp;
  done: RegExp;
};

const press = (panel: Locator, name: string | RegExp) =>
  panel.getByRole('button', { name }).click();

const CHANGES: Change[] = [
  {
    what: 'a date that is deleted',
    path: EVENTS,
    send: async (panel) => {
      await press(panel, /^Delete Mara Voss at Silver Oar/);
      await press(panel, 'Delete event');
    },
    failed: /^Perhaps not deleted: Mara Voss, /,
    done: /^Deleted Mara Voss, /,
  },
  {
    what: 'a date that is added',
    path: EVENTS,
    send: async (panel) => {
      await press(panel, 'Add Event');
      const form = panel.getByRole('form', { name: 'Add Event' });
      await form.getByLabel('Artist', { exact: true }).selectOption({ label: 'Night Ferry' });
      await fill(form, { Venue: 'Old Mill', Location: 'Bern', Date: daysFromToday(40) });
      await form.getByRole('button', { name: 'Add Event' }).click();
    },
    failed: /^Perhaps not added: \w+ \d+, Old Mill\./,
    done: /^Added Night Ferry, /,
  },
  {
    what: 'an artist who is featured',
    path: ARTISTS,
    send: (panel) => press(panel, 'Set Featured: Night Ferry'),
    failed: /^Perhaps not featured: Night Ferry\./,
    done: /^Night Ferry is featured now\./,
  },
  {
    what: 'an artist who is edited',
    path: ARTISTS,
    send: async (panel) => {
      await openEdit(panel, { name: 'Edit Night Ferry', exact: true });
      await panel.getByLabel('Genre', { exact: true }).fill('Dub');
      await press(panel, 'Save Changes');
    },
    failed: /^Perhaps not saved: your changes to Night Ferry\./,
    done: /^Saved Night Ferry\./,
  },
  {
    what: 'the settings of the site',
    path: '/rest/v1/music_settings',
    send: async (panel) => {
      await panel.getByRole('button', { name: 'Site', exact: true }).click();
      await panel.getByLabel('Tagline').fill('New.');
      await press(panel, 'Save Changes');
    },
    failed: /^Perhaps not saved: the settings of the site\./,
    done: /^Saved\. Every visitor sees it/,
  },
  {
    what: 'the rights of a person',
    path: '/rest/v1/music_people',
    send: async (panel) => {
      await panel.getByRole('button', { name: 'People', exact: true }).click();
      await press(panel, 'Change stranger@stage.test');
      await panel.getByRole('checkbox', { name: /^Music contact/ }).check();
      await press(panel, 'Save Changes');
    },
    failed: /^Perhaps not saved: what stranger@stage\.test may do\./,
    done: /^Changed stranger@stage\.test\./,
  },
];

for (const { what, path, send, failed, done } of CHANGES) {
  test(`${what}: both outcomes are told after the panel was closed @release`, async ({
    page,
    site,
  }) => {
    for (const isLost of [true, false]) {
      const panel = await panelAs(page, 'admin', site);
      const held = await holdChange(page, path);
      const sent = page.waitForRequest(
        (request) =>
          new URL(request.url()).pathname === path && !/^(GET|HEAD)$/.test(request.method()),
      );
      await send(panel);
      await sent;
      await closePanel(page);
      if (isLost) held.lose();
      else held.letPass();
      const told = isLost
        ? notice(page, failed)
        : page.getByRole('status').filter({ hasText: done });
      await told.getByRole('button', { name: 'OK' }).click();
      await page.evaluate(() => sessionStorage.clear());
    }
  });
}

test('an export that fails is told after the panel was closed, and holds the others until then', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const held = await holdChange(page, '/rest/v1/rpc/export_table');
  await press(panel, 'Artists, CSV');
  await expect(panel.getByRole('button', { name: 'Dates, CSV' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await closePanel(page);
  held.lose();
  await expect(notice(page, /^Not exported: artists\.csv\. The site could not/)).toBeVisible();
});

test('a table that is added is told of after the panel was closed @release', async ({
  page,
  site,
}) => {
  for (const isLost of [true, false]) {
    const panel = await openImport(page, 'contact', site);
    await panel
      .getByLabel('Paste a table')
      .fill('Artist\tDate\tVenue\tLocation\nNight Ferry\t4 May 2031\tOld Mill\tBern');
    await press(panel, 'Check');
    const held = await holdChange(page, RUN);
    await press(panel, 'Add 1 date');
    await closePanel(page);
    if (isLost) held.lose();
    else held.letPass();
    const told = isLost
      ? notice(page, /^Perhaps not added: the rows of your table\./)
      : page.getByRole('status').filter({ hasText: /^1 date added\./ });
    await told.getByRole('button', { name: 'OK' }).click();
  }
});
