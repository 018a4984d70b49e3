import { addDays, daysFromToday, longDate } from '../../live/dates';
import { violations } from '../axe';
import {
  closePanel,
  expect,
  failWith,
  fill,
  openPanel,
  refuseAdding,
  SAVE_EVENT,
  test,
} from '../fixtures';
import { Keyboard, typedDate } from '../keyboard';
import { DAY, manage, openAdd, openEdit, row, said, stored, submit } from './event-form';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.slow();

for (const width of [390, 1440]) {
  test(`three dates of one venue on following days take 8 control keys, a correction 6, at ${width} px (E8, E1)`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    const events = await manage(page, site, 'contact');
    const keyboard = new Keyboard(page);
    const field = (label: string) => events.getByLabel(label, { exact: true });

    await events.getByRole('button', { name: 'Add Event' }).focus();
    await keyboard.press('Enter');
    await expect(field('Artist')).toBeFocused();
    await keyboard.type('Abel');
    await keyboard.press('Tab');
    await keyboard.type('lant');
    await expect(events.getByRole('option', { name: /Teatro Lanterna\s*Trieste/ })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await keyboard.press('ArrowDown', 'Enter');
    await expect(field('Location')).toHaveValue('Trieste');
    await expect(field('Date')).toBeFocused();
    await keyboard.type(typedDate(DAY));
    await keyboard.press('Control+Enter');
    await expect(field('Date')).toHaveValue(addDays(DAY, 1));
    await expect(field('Date')).toBeFocused();
    await keyboard.press('Control+Enter');
    await expect(field('Date')).toHaveValue(addDays(DAY, 2));
    await expect(said(events)).toContainText(/^Added Abel Quintero, \w+ \d+, Teatro Lanterna\.$/);
    await keyboard.press('Enter');
    const last = row(events, addDays(DAY, 2));
    await expect(last).toBeFocused();
    await expect(last).toBeInViewport();
    await expect(last).toHaveClass(/is-new/);
    await expect(said(events)).toBeInViewport();
    await expect(field('Venue')).toHaveCount(0);
    expect(keyboard.keys).toBeLessThanOrEqual(8);

    keyboard.keys = 0;
    await last.getByRole('button', { name: /^Edit Abel Quintero at Teatro Lanterna/ }).focus();
    await keyboard.press('Enter');
    await expect(field('Artist')).toBeFocused();
    await keyboard.press('Tab', 'Tab', 'Tab');
    await keyboard.type(typedDate(addDays(DAY, 5)));
    await keyboard.press('Enter');
    await expect(row(events, addDays(DAY, 5))).toBeFocused();
    expect(keyboard.keys).toBeLessThanOrEqual(6);
    expect(await stored(site, 'date,venue,location,status', 'artist_id=eq.abel-quintero')).toEqual(
      [0, 1, 5].map((days) => ({
        date: addDays(DAY, days),
        venue: 'Teatro Lanterna',
        location: 'Trieste',
        status: 'scheduled',
      })),
    );
  });
}

test('on a phone the buttons of a form are as wide as its fields @release', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const events = await manage(page, site);
  const form = await openAdd(events);
  const parts = [
    form.getByLabel('Venue'),
    submit(events),
    form.getByRole('button', { name: 'Add and keep open' }),
  ];
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  expect(new Set(boxes.map((box) => box?.width)).size).toBe(1);
});

test('which night a start after midnight is in is asked, with both dates; doors say it (E8)', async ({
  page,
  site,
}) => {
  const events = await manage(page, site);
  const form = await openAdd(events);
  await fill(form, { Start: '0:30' });
  await submit(events).click();
  const after = addDays(DAY, 1);
  const [[day, date], [dayAfter, dateAfter], [third]] = [DAY, after, addDays(DAY, 2)].map((each) =>
    longDate(each).split(', '),
  ) as [string[], string[], string[]];
  const ask = form.getByRole('group').filter({ hasText: '00:30 is after midnight. Which night' });
  await expect(ask.getByRole('button', { name: 'Change' })).toBeFocused();
  const choice = `From ${day}, ${date} to ${dayAfter}, ${dateAfter}`;
  await ask.getByRole('button', { name: choice }).click();
  const saved = row(events, after);
  await expect(saved).toContainText(`00:30, the night from ${day} to ${dayAfter}`);
  const found = () => stored(site, 'date,door_time,start_time', 'artist_id=eq.abel-quintero');
  expect(await found()).toEqual([{ date: after, door_time: null, start_time: '00:30' }]);

  const late = await openEdit(events, /^Edit Abel Quintero/);
  await fill(late, { Doors: '23:00' });
  await late.getByRole('button', { name: 'Save Changes' }).click();
  await expect(
    late.getByText(`It was in the night from ${day}, ${date} to ${dayAfter}`),
  ).toBeVisible();
  await late.getByRole('button', { name: choice }).click();
  await expect(saved).toHaveCount(0);
  await expect(row(events, DAY)).toContainText(`00:30, the night from ${day} to ${dayAfter}`);
  expect(await found()).toEqual([{ date: DAY, door_time: '23:00', start_time: '00:30' }]);
  await events.getByRole('button', { name: 'Undo' }).click();
  await expect(saved).toBeVisible();

  const again = await openEdit(events, /^Edit Abel Quintero/);
  await fill(again, { Doors: '23:00', Start: '24:00' });
  await again.getByRole('button', { name: 'Save Changes' }).click();
  await again.getByRole('button', { name: `From ${dayAfter}, ${dateAfter} to ${third}` }).click();
  await expect(saved).toContainText(`00:00, the night from ${dayAfter} to ${third}`);
  expect(await found()).toEqual([{ date: after, door_time: '23:00', start_time: '00:00' }]);
});

test('a date that has passed, a year far away and an event that is there are asked about; past dates are counted, edited and deleted (E7, E8, E13)', async ({
  page,
  site,
}) => {
  const events = await manage(page, site);
  const form = await openAdd(events);
  const ask = form.getByRole('group').filter({ has: page.getByRole('button', { name: 'Change' }) });

  await fill(form, { Date: '2096-11-24' });
  await submit(events).click();
  await expect(ask).toContainText('That is in 2096. Is the year right?');
  await expect(ask.getByRole('button', { name: 'Change' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(form.getByLabel('Date', { exact: true })).toBeFocused();

  await fill(form, { Date: daysFromToday(60), Venue: 'silver oar' });
  await form.getByLabel('Artist', { exact: true }).selectOption({ label: 'Mara Voss' });
  await submit(events).click();
  await expect(ask).toContainText('Mara Voss already plays Silver Oar on that day.');
  await ask.getByRole('button', { name: 'Change' }).click();

  await fill(form, { Date: '2020-11-24' });
  await submit(events).click();
  await expect(ask).toContainText('Tuesday, November 24, 2020 has passed.');
  expect(await stored(site, 'id', 'venue=ilike.silver*')).toHaveLength(1);
  await ask.getByRole('button', { name: 'Add it to the past dates' }).click();
  await expect(said(events)).toHaveText(
    'Added Mara Voss, November 24, silver oar, to the past dates.',
  );
  await expect(row(events, '2020-11-24')).toBeFocused();

  await events.getByLabel('Show past dates').check();
  await expect(events.getByRole('listitem')).toHaveCount(2);
  await expect(events.getByText('2 dates', { exact: true })).toBeVisible();
  const edit = await openEdit(events, /^Edit Mara Voss at silver oar/);
  await fill(edit, { Venue: 'Silver Oar Loft' });
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await expect(row(events, '2020-11-24')).toContainText('Silver Oar Loft');
  await events.getByRole('button', { name: /^Delete Mara Voss at Silver Oar Loft/ }).click();
  await events.getByRole('button', { name: 'Delete event' }).click();
  await expect(said(events)).toHaveText('Deleted Mara Voss, November 24, Silver Oar Loft.');
  await expect(events.getByRole('listitem')).toHaveCount(1);
  await expect(events.getByText('1 date', { exact: true })).toBeVisible();
});

test('all that is known of a date is saved with its bill, also when the bill fails at first, and copied to the next day (E2, E8)', async ({
  page,
  site,
}) => {
  const events = await manage(page, site);
  const form = await openAdd(events);
  await form.getByText('More', { exact: false }).first().click();
  await fill(form, {
    Start: '8:30 pm',
    Doors: '19.00',
    'Time zone': 'Europe/Zurich',
    'Ticket link': 'tickets.example/wehr',
    Price: 'CHF 25',
    Note: 'Seated.',
  });
  await form.getByLabel('Few left', { exact: true }).check();
  const bill = form.getByLabel('Add to the bill');
  const names = form.getByRole('list', { name: 'Bill, in order' }).getByRole('listitem');
  for (const name of ['DJ Okapi', 'night ferry']) {
    await bill.fill(name);
    if (name !== 'DJ Okapi')
      await expect(form.getByRole('option', { name: /Night Ferry\s*On this site/ })).toBeVisible();
    await bill.press('Enter');
  }
  // faster than the search, and twice
  for (const name of ['mara voss', 'Mara Voss', 'dj okapi']) {
    await bill.fill(name);
    await bill.press('Enter');
  }
  await form.getByRole('button', { name: 'Move Night Ferry up' }).click();
  await expect(names).toHaveText([
    /Night Ferry.*On this site/,
    /DJ Okapi.*Name only/,
    /Mara Voss.*On this site/,
  ]);
  await form.getByRole('button', { name: 'Take Mara Voss off the bill' }).click();
  expect(await violations(page)).toEqual([]);

  const filter = 'artist_id=eq.abel-quintero';
  await failWith(page, '500', ({ pathname }) => pathname === SAVE_EVENT);
  await submit(events).click();
  await expect(form.getByRole('alert')).toContainText('nothing was changed');
  expect(await stored(site, 'id', filter)).toEqual([]);
  await page.unrouteAll();
  await submit(events).click();
  await expect(said(events)).toContainText('Abel Quintero');
  const details =
    'start_time,door_time,timezone,ticket_url,price,ticket_status,note,lineup:music_lineup(name,artist_id)';
  const saved = {
    start_time: '20:30',
    door_time: '19:00',
    timezone: 'Europe/Zurich',
    ticket_url: 'https://tickets.example/wehr',
    price: 'CHF 25',
    ticket_status: 'few_left',
    note: 'Seated.',
    lineup: [
      { name: 'Night Ferry', artist_id: 'night-ferry' },
      { name: 'DJ Okapi', artist_id: null },
    ],
  };
  expect(await stored(site, details, filter)).toEqual([saved]);

  await events.getByRole('button', { name: /^Duplicate Abel Quintero at Saal am Wehr/ }).click();
  await expect(form.getByLabel('Date', { exact: true })).toBeFocused();
  await expect(form.getByLabel('Date', { exact: true })).toHaveValue(addDays(DAY, 1));
  await page.keyboard.press('Enter');
  await expect(row(events, addDays(DAY, 1))).toBeFocused();
  expect(await stored(site, details, filter)).toEqual([
    saved,
    { ...saved, ticket_url: null, ticket_status: null },
  ]);
  await closePanel(page);
  const tickets = page.locator('#events .ticket').filter({ hasText: 'Abel Quintero' });
  await expect(tickets.getByText('with Night Ferry, DJ Okapi')).toHaveCount(2);
});

test('each field says what is wrong before and after sending, and what was typed outlives closing and a reload (E8, E2) @release', async ({
  page,
  site,
}) => {
  const events = await manage(page, site);
  const form = await openAdd(events);
  await form.getByText('More', { exact: false }).first().click();
  const wrong = {
    Start: '20:00',
    Doors: '9 pm',
    'Time zone': 'Mars/Olympus',
    'Ticket link': 'http://x.example',
  };
  await fill(form, wrong);
  await submit(events).click();
  for (const label of ['Doors', 'Time zone', 'Ticket link']) {
    await expect(form.getByLabel(label, { exact: true })).toHaveAttribute('aria-invalid', 'true');
    await expect(form.getByLabel(label, { exact: true })).toHaveAccessibleDescription(/\w{5}/);
  }
  await expect(form.getByLabel('Doors', { exact: true })).toBeFocused();

  await fill(form, { Doors: '19:00', 'Time zone': '', 'Ticket link': 'https://x.example/a' });
  await refuseAdding(page, 'music_events', 'ticket_url');
  await submit(events).click();
  await expect(form.getByLabel('Ticket link', { exact: true })).toHaveAccessibleDescription(
    /It must be an https/,
  );
  await page.unrouteAll();

  await closePanel(page);
  await openPanel(page);
  await page.reload();
  await openPanel(page);
  await events.getByRole('button', { name: 'Add Event' }).click();
  await expect(form).toContainText('What you typed here before is back.');
  await expect(form.getByLabel('Venue', { exact: true })).toHaveValue('Saal am Wehr');
  await expect(form.getByLabel('Doors', { exact: true })).toHaveValue('19:00');
  await expect(form.getByLabel('Ticket link', { exact: true })).toHaveValue('https://x.example/a');
  await submit(events).click();
  await expect(row(events, DAY)).toBeFocused();
  await events.getByRole('button', { name: 'Add Event' }).click();
  await expect(form.getByLabel('Venue', { exact: true })).toHaveValue('');
});
