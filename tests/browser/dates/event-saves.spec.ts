/** What a save of a date asks of the service and of the person, and how much of it. */

import { addDays } from '../../live/dates';
import { expect, fill, type Locator, openPanel, test } from '../fixtures';
import { answerOnly } from '../holding';
import { DAY, manage, openAdd, openEdit, row, said, stored, submit } from './event-form';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.slow();

for (const { name, most, isOnBill } of [
  { name: 'a date', most: 2, isOnBill: false },
  { name: 'a date and its bill', most: 1, isOnBill: true },
]) {
  test(`${name}: from the press to the row it takes ${most === 1 ? 'one request' : 'two requests'}, for an edit too, and Undo takes all of it back (E2, U5)`, async ({
    page,
    site,
  }) => {
    const events = await manage(page, site, 'contact');
    const dates = () =>
      stored(site, 'date,lineup:music_lineup(name)', 'artist_id=eq.abel-quintero');
    const saves = async (press: Locator, shown: string) => {
      await page.waitForLoadState('networkidle');
      const answerAll = await answerOnly(page, most);
      await press.click();
      await expect(row(events, shown)).toBeVisible();
      await expect(said(events)).toContainText('Abel Quintero');
      await answerAll();
    };
    const form = await openAdd(events);
    if (isOnBill) {
      await form.locator('summary').click();
      await fill(form, { 'Add to the bill': 'DJ Okapi' });
    }
    await saves(submit(events), DAY);
    const added = { date: DAY, lineup: isOnBill ? [{ name: 'DJ Okapi' }] : [] };
    expect(await dates()).toEqual([added]);

    await page.reload();
    await openPanel(page);
    const edit = await openEdit(events, /^Edit Abel Quintero/);
    const next = addDays(DAY, 1);
    await fill(edit, { Date: next });
    if (isOnBill) await fill(edit, { 'Add to the bill': 'Paper Dogs' });
    await saves(edit.getByRole('button', { name: 'Save Changes' }), next);
    const names = isOnBill ? [{ name: 'DJ Okapi' }, { name: 'Paper Dogs' }] : [];
    expect(await dates()).toEqual([{ date: next, lineup: names }]);
    await events.locator('.done-note').getByRole('button', { name: 'Undo' }).click();
    await expect(said(events)).toContainText('is as it was');
    expect(await dates()).toEqual([added]);
  });
}

test('a date with a bill that has passed and is there already is asked about by its save, once (E2, E8)', async ({
  page,
  site,
}) => {
  const events = await manage(page, site, 'contact');
  const past = '2020-11-24';
  const there = {
    artist_id: 'abel-quintero',
    venue: 'Saal am Wehr',
    location: 'Basel',
    date: past,
  };
  await site.rest('POST', 'music_events', there);
  const form = await openAdd(events);
  await form.locator('summary').click();
  await fill(form, { Date: past, 'Add to the bill': 'DJ Okapi' });
  await submit(events).click();
  const ask = form.getByRole('group', { name: 'Tuesday, November 24, 2020 has passed.' });
  await expect(ask).toContainText('Abel Quintero already plays Saal am Wehr on that day.');
  await expect(ask.getByRole('link', { name: 'See it' })).toHaveAttribute('href', /^\/event\//);
  await ask.getByRole('button', { name: 'Add it again' }).click();
  await expect(said(events)).toContainText('to the past dates.');
  const bills = await stored(site, 'lineup:music_lineup(name)', 'artist_id=eq.abel-quintero');
  expect(bills).toHaveLength(2);
  expect(bills).toContainEqual({ lineup: [{ name: 'DJ Okapi' }] });
});
