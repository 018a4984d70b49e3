/** What is typed into the form of a date while an answer is under way, or has not been added yet. */

import { addDays } from '../../live/dates';
import {
  closePanel,
  EVENTS,
  expect,
  fill,
  type Page,
  signedInAt,
  signInAs,
  test,
} from '../fixtures';
import { gate } from '../holding';
import { endSessions } from '../sessions';
import { DAY, manage, openAdd, openEdit, row, said, stored, submit } from './event-form';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Holds the first request of this kind back, until the returned function is called. */
async function hold(page: Page, method: string, query: RegExp): Promise<() => void> {
  const { opened: released, open: release } = gate();
  let isFirst = true;
  await page.route(
    (url) => url.pathname === EVENTS && query.test(url.search),
    async (route) => {
      if (isFirst && route.request().method() === method) {
        isFirst = false;
        await released;
      }
      await route.fallback();
    },
  );
  return release;
}

for (const press of ['Control+Enter', 'Add Event'] as const) {
  test(`a name that was typed and not added is on the bill after ${press} (E2) @release`, async ({
    page,
    site,
  }) => {
    const events = await manage(page, site);
    const form = await openAdd(events);
    await form.getByText('More', { exact: false }).first().click();
    const bill = form.getByLabel('Add to the bill');
    await bill.fill('Paper Dogs');
    await bill.press('Enter');
    await bill.fill('night ferry');
    if (press === 'Add Event') await submit(events).click();
    else await bill.press(press);
    await expect(said(events)).toContainText('Added Abel Quintero');
    const [saved] = await stored(
      site,
      'lineup:music_lineup(name,artist_id)',
      'venue=eq.Saal%20am%20Wehr',
    );
    expect(saved?.['lineup']).toEqual([
      { name: 'Paper Dogs', artist_id: null },
      { name: 'Night Ferry', artist_id: 'night-ferry' },
    ]);
  });
}

test('a year of two digits is asked about (E8) @release', async ({ page, site }) => {
  const events = await manage(page, site);
  const form = await openAdd(events);
  await fill(form, { Date: '0026-11-24' });
  await submit(events).click();
  await expect(form).toContainText('November 24, 26 has passed.');
  await form.getByRole('button', { name: 'Change' }).click();
  await expect(form.getByLabel('Venue', { exact: true })).toHaveValue('Saal am Wehr');
});

test('a form that comes late does not take the place of the one that is typed into (E1) @release', async ({
  page,
  site,
}) => {
  const events = await manage(page, site);
  const release = await hold(page, 'GET', /[?&]id=eq\./);
  await events.getByRole('button', { name: /^Edit Mara Voss at Silver Oar/ }).click();
  const form = await openAdd(events);
  const answered = page.waitForResponse((response) => /[?&]id=eq\./.test(response.url()));
  release();
  await answered;
  await expect(form.getByLabel('Venue', { exact: true })).toHaveValue('Saal am Wehr');
  await expect(events.getByRole('form', { name: /^Edit / })).toHaveCount(0);
});

test('a save that comes late leaves the form alone that was opened meanwhile (E1) @release', async ({
  page,
  site,
}) => {
  const events = await manage(page, site);
  const edit = await openEdit(events, /^Edit Mara Voss at Silver Oar/);
  await fill(edit, { Venue: 'Silver Oar Loft' });
  const release = await hold(page, 'PATCH', /./);
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  const form = await openAdd(events);
  release();
  await expect(said(events)).toContainText('Saved Mara Voss');
  await expect(form.getByLabel('Venue', { exact: true })).toHaveValue('Saal am Wehr');
});

test('what is typed while a date is added stays in the form for the next one (E8) @release', async ({
  page,
  site,
}) => {
  const events = await manage(page, site);
  const form = await openAdd(events);
  const release = await hold(page, 'POST', /./);
  await form.getByLabel('Venue', { exact: true }).press('Control+Enter');
  await expect(form.getByRole('button', { name: 'Adding...' })).toBeVisible();
  await fill(form, { Start: '19:30' });
  release();
  await expect(form.getByLabel('Date', { exact: true })).toHaveValue(addDays(DAY, 1));
  await expect(form.getByLabel('Start', { exact: true })).toHaveValue('19:30');
  await expect(row(events, DAY)).not.toContainText('19:30');
});

test('a form on a profile stays when the session of its music contact has ended (A8, D5) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/mara-voss', 'contact', site);
  await page.getByRole('button', { name: 'Add Event' }).click();
  const form = page.getByRole('form', { name: 'Add Event' });
  await fill(form, { Venue: 'Saal am Wehr', Location: 'Basel', Date: DAY });
  await endSessions(site, 'contact');
  await form.getByRole('button', { name: 'Add Event' }).click();
  await expect(form.getByRole('alert')).toContainText('Your session has ended');
  await signInAs(page, 'contact', site);
  await closePanel(page);
  await expect(form.getByRole('alert')).toHaveCount(0);
  await expect(form.getByLabel('Venue', { exact: true })).toHaveValue('Saal am Wehr');
});

test('the form says in which time zone its times are (E8)', async ({ page, site }) => {
  const form = await openAdd(await manage(page, site, 'contact'));
  await expect(form).toContainText('Times are in UTC.');
  await form.getByText('More', { exact: false }).first().click();
  await form.getByLabel('Time zone').fill('america/new york');
  await expect(form).toContainText('Times are in America/New_York.');
});
