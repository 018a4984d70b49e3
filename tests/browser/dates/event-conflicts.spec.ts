import { violations } from '../axe';
import { expect, failWith, openPanel, test } from '../fixtures';
import { fill, manage, openEdit, said, stored } from './event-form';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.slow();

test('a bill whose save fails half-way loses no name, on the site nor in the form (E2)', async ({
  page,
  site,
}) => {
  const [{ id } = { id: '' }] = await site.rest<{ id: string }[]>(
    'GET',
    'music_events?select=id&venue=eq.Silver%20Oar',
  );
  await site.rest('POST', 'music_lineup', { event_id: id, name: 'DJ Okapi' });
  const bill = async () => {
    const path = `music_lineup?select=name&event_id=eq.${id}&order=position`;
    return (await site.rest<{ name: string }[]>('GET', path)).map(({ name }) => name);
  };
  const events = await manage(page, site, 'contact');
  let form = await openEdit(events, /^Edit .*Silver Oar/);
  await form.getByLabel('Add to the bill').fill('Paper Dogs');
  await form.getByLabel('Add to the bill').press('Enter');
  const save = form.getByRole('button', { name: 'Save Changes' });
  for (const method of ['POST', 'DELETE']) {
    await failWith(
      page,
      'unreachable',
      (asked) => asked.method === method && asked.pathname === '/rest/v1/music_lineup',
    );
    await save.click();
    await expect(form.getByRole('alert')).toContainText('its bill is not. Save again');
    expect(await bill()).toContain('DJ Okapi');
    await page.unrouteAll();
  }
  await page.reload();
  await openPanel(page);
  form = await openEdit(events, /^Edit .*Silver Oar/);
  await expect(form.getByRole('group', { name: 'Bill' }).getByLabel(/Keep mine/)).toBeChecked();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(said(events)).toContainText('Saved Mara Voss');
  expect(await bill()).toEqual(['DJ Okapi', 'Paper Dogs']);
});

test('when somebody else saved a date first, each field that differs is decided (E1)', async ({
  page,
  site,
}) => {
  const events = await manage(page, site, 'contact');
  const form = await openEdit(events, /^Edit .*Silver Oar/);
  await fill(form, { Start: '20:30', Venue: 'Silver Oar Hall' });
  await site.rest('PATCH', 'music_events?venue=eq.Silver%20Oar', {
    start_time: '21:00',
    price: '£12',
  });
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(
    form.getByText('This date was changed just now, while you were editing it.'),
  ).toBeFocused();
  expect(await violations(page)).toEqual([]);
  const start = form.getByRole('group', { name: 'Start' });
  await expect(start.getByLabel(/Keep mine\s*20:30/)).toBeChecked();
  await expect(
    form.getByRole('group', { name: 'Price' }).getByLabel(/Take theirs\s*£12/),
  ).toBeChecked();
  await start.getByLabel(/Take theirs\s*21:00/).check();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(said(events)).toContainText('Saved Mara Voss');
  expect(await stored(site, 'start_time,price', 'venue=eq.Silver%20Oar%20Hall')).toEqual([
    { start_time: '21:00', price: '£12' },
  ]);
});

test('what was typed into a date that somebody else changed then outlives a reload, and is decided (E1)', async ({
  page,
  site,
}) => {
  const events = await manage(page, site, 'contact');
  let form = await openEdit(events, /^Edit .*Silver Oar/);
  await fill(form, { Start: '20:30', Venue: 'Silver Oar Hall' });
  await site.rest('PATCH', 'music_events?venue=eq.Silver%20Oar', {
    start_time: '21:00',
    location: 'Leeds',
  });
  await page.reload();
  await openPanel(page);
  form = await openEdit(events, /^Edit .*Silver Oar/);
  await expect(form).toContainText('This date was changed while you were editing it.');
  await expect(form.getByRole('group', { name: 'Venue' })).toBeVisible();
  await expect(form.getByLabel('Location', { exact: true })).toHaveValue('Leeds');
  const start = form.getByRole('group', { name: 'Start' });
  await expect(start.getByLabel(/Keep mine\s*20:30/)).toBeChecked();
  await start.getByLabel(/Take theirs\s*21:00/).check();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(said(events)).toContainText('Saved Mara Voss');
  expect(await stored(site, 'start_time,location', 'venue=eq.Silver%20Oar%20Hall')).toEqual([
    { start_time: '21:00', location: 'Leeds' },
  ]);

  form = await openEdit(events, /^Edit .*Silver Oar Hall/);
  await fill(form, { Start: '10:00' });
  await form.getByRole('button', { name: 'Cancel' }).click();
  form = await openEdit(events, /^Edit .*Silver Oar Hall/);
  await expect(form.getByLabel('Start', { exact: true })).toHaveValue('21:00');
});
