/** Steps of the tests of an event's form in the panel. */

import { daysFromToday, longDate } from '../../live/dates';
import { expect, fill, type LiveSite, type Locator, type Page, panelAs } from '../fixtures';

export const DAY = daysFromToday(20);
export const section = (panel: Locator) => panel.getByRole('region', { name: 'Manage Events' });
export const said = (events: Locator) => events.locator('.done-note [role=status]');
export const row = (events: Locator, date: string) =>
  events.getByRole('listitem').filter({ hasText: longDate(date) });
export const stored = (site: LiveSite, columns: string, filter: string) =>
  site.rest<Record<string, unknown>[]>(
    'GET',
    `music_events?select=${columns}&${filter}&order=date`,
  );
/** The one that sends the form; the one that shows it reads Cancel by then. */
export const submit = (events: Locator) =>
  events.getByRole('form').getByRole('button', { name: 'Add Event' });

export async function manage(page: Page, site: LiveSite, who: 'admin' | 'contact' = 'admin') {
  return section(await panelAs(page, who, site));
}

export async function openAdd(events: Locator): Promise<Locator> {
  await events.getByRole('button', { name: 'Add Event' }).click();
  const form = events.getByRole('form', { name: 'Add Event' });
  await form.getByLabel('Artist', { exact: true }).selectOption({ label: 'Abel Quintero' });
  await fill(form, { Venue: 'Saal am Wehr', Location: 'Basel', Date: DAY });
  return form;
}

export async function openEdit(events: Locator, name: RegExp): Promise<Locator> {
  await events.getByRole('button', { name }).click();
  const form = events.getByRole('form', { name: /^Edit / });
  await expect(form).toBeVisible();
  return form;
}
