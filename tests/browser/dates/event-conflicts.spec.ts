import { violations } from '../axe';
import { expect, fill, openPanel, test } from '../fixtures';
import { manage, openEdit, said, stored } from './event-form';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.slow();

test('a bill that cannot be saved is kept as typed, and changes nothing until it is (E2) @release', async ({
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
  await page.waitForLoadState('networkidle');
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await page.context().setOffline(true);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(form.getByRole('alert')).toHaveText(/^The site could not be reached\./);
  expect(sent).toHaveLength(1);
  await page.context().setOffline(false);
  expect(await bill()).toEqual(['DJ Okapi']);
  await page.reload();
  await openPanel(page);
  const row = events.getByRole('listitem').filter({ hasText: 'Silver Oar' });
  await expect(row.getByText('What you typed here before is kept.')).toBeVisible();
  form = await openEdit(events, /^Edit .*Silver Oar/);
  await expect(form.getByRole('list', { name: 'Bill, in order' })).toContainText('Paper Dogs');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(said(events)).toContainText('Saved Mara Voss');
  expect(await bill()).toEqual(['DJ Okapi', 'Paper Dogs']);
});

test('when somebody else saved a date first, each field that differs is decided, its bill too (E1, E2)', async ({
  page,
  site,
}) => {
  const events = await manage(page, site, 'contact');
  const form = await openEdit(events, /^Edit .*Silver Oar/);
  await form.locator('summary').click();
  await fill(form, { Start: '20:30', Venue: 'Silver Oar Hall', 'Add to the bill': 'night ferry' });
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
  const bill = form.getByRole('group', { name: 'Bill', exact: true });
  await expect(bill.getByLabel(/Keep mine\s*Night Ferry/)).toBeChecked();
  await start.getByLabel(/Take theirs\s*21:00/).check();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await expect(said(events)).toContainText('Saved Mara Voss');
  const columns = 'start_time,price,lineup:music_lineup(artist_id)';
  expect(await stored(site, columns, 'venue=eq.Silver%20Oar%20Hall')).toEqual([
    { start_time: '21:00', price: '£12', lineup: [{ artist_id: 'night-ferry' }] },
  ]);
});

test('what was typed into a date that somebody else changed then outlives a reload, and is decided (E1) @release', async ({
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
