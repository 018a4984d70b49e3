import { daysFromToday, longDate } from '../../live/dates';
import {
  countLoads,
  EVENTS,
  expect,
  expectFields,
  failWith,
  fill,
  type Locator,
  openAddArtist,
  pageBehind,
  panelAs,
  signedInAt,
  test,
} from '../fixtures';
import { manage, section, submit } from './event-form';

const EMPTY = { Date: '', Venue: '', Location: '', Artist: '' };

async function fillEvent(events: Locator): Promise<void> {
  await events.getByLabel('Artist', { exact: true }).selectOption({ label: 'Abel Quintero' });
  await fill(events, { Date: daysFromToday(3), Venue: 'Saal am Wehr', Location: 'Basel' });
}

test('Add Event and Cancel show and hide the form (P5) @release', async ({ page, site }) => {
  const events = await manage(page, site, 'contact');
  await expect(events.getByLabel('Venue', { exact: true })).toHaveCount(0);
  await events.getByRole('button', { name: 'Add Event' }).click();
  await expectFields(events, EMPTY);
  for (const label of Object.keys(EMPTY)) {
    await expect(events.getByLabel(label, { exact: true })).toHaveAttribute('required');
  }
  await expect(events.getByLabel('Date', { exact: true })).toHaveAttribute('type', 'date');
  const artist = events.getByLabel('Artist', { exact: true });
  await expect(artist.getByRole('option', { selected: true })).toHaveText('Select an artist');
  await expect(artist.getByRole('option')).toHaveText([
    'Select an artist',
    'Mara Voss',
    'Night Ferry',
    'Abel Quintero',
  ]);
  await events.getByRole('button', { name: 'Cancel' }).click();
  await expect(events.getByLabel('Venue', { exact: true })).toHaveCount(0);
  await expect(events.getByRole('button', { name: 'Add Event' })).toBeVisible();
});

for (const who of ['admin', 'contact'] as const) {
  test(`when the ${who} adds an event, the form closes and empties, and the page behind shows the event (P5, P11)`, async ({
    page,
    site,
  }) => {
    const panel = await panelAs(page, who, site);
    const loads = countLoads(page);
    const events = section(panel);
    await events.getByRole('button', { name: 'Add Event' }).click();
    await fillEvent(events);
    await submit(events).click();
    const row = events.getByRole('listitem').filter({ hasText: 'Saal am Wehr' });
    await expect(row).toContainText('Abel Quintero');
    await expect(row).toContainText('Basel');
    await expect(row).toContainText(longDate(daysFromToday(3)));
    await expect(events.getByLabel('Venue', { exact: true })).toHaveCount(0);
    await expect(pageBehind(page)).toContainText('Saal am Wehr');
    await events.getByRole('button', { name: 'Add Event' }).click();
    await expectFields(events, EMPTY);
    expect(
      await site.rest('GET', 'music_events?select=date,venue,location&artist_id=eq.abel-quintero'),
    ).toEqual([{ date: daysFromToday(3), venue: 'Saal am Wehr', location: 'Basel' }]);
    expect(loads()).toBe(0);
  });

  test(`the ${who} deletes an event after confirming (P5, P11) @release`, async ({
    page,
    site,
  }) => {
    const panel = await panelAs(page, who, site);
    const loads = countLoads(page);
    const events = section(panel);
    await expect(events.getByRole('button', { name: /^Delete/ })).toHaveCount(3);
    const row = events.getByRole('listitem').filter({ hasText: 'Silver Oar' });
    await row.getByRole('button', { name: /^Delete.*Silver Oar/ }).click();
    await expect(row.getByText('Delete this event?')).toBeVisible();
    await row.getByRole('button', { name: 'Keep' }).click();
    await row.getByRole('button', { name: /^Delete/ }).click();
    await row.getByRole('button', { name: 'Delete event' }).click();
    await expect(row).toHaveCount(0);
    await expect(pageBehind(page)).not.toContainText('Silver Oar');
    expect(await site.rest('GET', 'music_events?venue=eq.Silver%20Oar')).toEqual([]);
    expect(loads()).toBe(0);
  });
}

test('an incomplete event is not sent, and each field says why (P5) @release', async ({
  page,
  site,
}) => {
  const events = await manage(page, site, 'contact');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().includes('music_events'))
      sent.push(request.url());
  });
  await events.getByRole('button', { name: 'Add Event' }).click();
  await submit(events).click();
  for (const label of Object.keys(EMPTY)) {
    await expect(events.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(events.getByLabel(label, { exact: true })).toHaveAccessibleDescription(/\w/);
  }
  expect(sent).toEqual([]);
});

test('a failed add leaves the form as it was (P5)', async ({ page, site }) => {
  const events = await manage(page, site, 'contact');
  await failWith(page, '500', ({ method, pathname }) => method === 'POST' && pathname === EVENTS);
  await events.getByRole('button', { name: 'Add Event' }).click();
  await fillEvent(events);
  await submit(events).click();
  await expect(events.getByRole('alert')).toContainText(/\w/);
  await expectFields(events, {
    Date: daysFromToday(3),
    Venue: 'Saal am Wehr',
    Location: 'Basel',
    Artist: 'abel-quintero',
  });
});

test('the row of sections says in which of them one is (P3, P5) @release', async ({
  page,
  site,
}) => {
  const panel = await panelAs(page, 'admin', site);
  const isAt = (name: string) =>
    expect(panel.getByRole('button', { name, exact: true })).toHaveAttribute(
      'aria-current',
      'true',
    );
  await isAt('Dates');
  const add = await openAddArtist(panel);
  await add.getByLabel('Genre').focus();
  await isAt('Artists');
  await panel.getByRole('button', { name: 'Add Event' }).click();
  await isAt('Dates');
});

test('a past date that is added on a profile is told of, and does not stand among the upcoming ones (E13) @release', async ({
  page,
  site,
}) => {
  await signedInAt(page, '/artist/night-ferry', 'contact', site);
  const events = page.getByRole('region', { name: 'Upcoming Events' });
  await events.getByRole('button', { name: 'Add Event' }).click();
  const form = events.getByRole('form', { name: 'Add Event' });
  await fill(form, { Venue: 'Saal am Wehr', Location: 'Basel', Date: daysFromToday(-3) });
  await submit(events).click();
  await form.getByRole('button', { name: 'Add it to the past dates' }).click();
  await expect(page.getByText(/^Added Night Ferry, .*, to the past dates\.$/)).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(events.getByRole('button', { name: 'Add Event' })).toBeFocused();
  await expect(events.getByRole('listitem').filter({ hasText: 'Saal am Wehr' })).toHaveCount(0);
  await page.getByRole('heading', { name: 'Past dates' }).click();
  await expect(page.getByRole('region', { name: 'Past dates' })).toContainText('Saal am Wehr');
});

test('on a phone the section begins below the panel’s head, with its buttons on one line (P6)', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const panel = await panelAs(page, 'admin', site);
  await panel.getByRole('button', { name: 'Dates', exact: true }).click();
  const section = panel.getByRole('region', { name: 'Manage Events' });
  const top = (part: Locator) => part.evaluate((one) => one.getBoundingClientRect().top);
  const head = await panel
    .getByRole('navigation', { name: 'Panel sections' })
    .evaluate((nav) => nav.getBoundingClientRect().bottom);
  await expect.poll(() => top(section), 'its upper line').toBeLessThanOrEqual(head - 2);
  expect(await top(section.getByRole('heading', { name: 'Manage Events' }))).toBeGreaterThan(head);
  const buttons = [/Several at once/, 'Add Event'].map((name) =>
    section.getByRole('button', { name }),
  );
  const tops = await Promise.all(buttons.map((one) => top(one.first())));
  expect(new Set(tops).size).toBe(1);
});

test('a search of the panel that finds no date says what it looks at', async ({ page, site }) => {
  await site.rest(
    'POST',
    'music_events',
    Array.from({ length: 25 }, (_, day) => ({
      ...{ artist_id: 'mara-voss', venue: `Depot ${day}`, location: 'Antwerp' },
      date: daysFromToday(30 + day),
    })),
  );
  const events = await manage(page, site, 'contact');
  await events.getByLabel('Search events').fill(daysFromToday(31));
  await expect(events.getByText('No upcoming events found.')).toBeVisible();
  await expect(events).toContainText('Search looks at names, cities and venues, not at dates.');
});
