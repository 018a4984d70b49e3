/** A site whose only upcoming events are those of a test, and where visitors see them. */

import { daysFromToday } from '../../live/dates';
import type { LiveSite, Page } from '../fixtures';

export const SHOP = 'https://tickets.example/salt-hour';

export const upcoming = (page: Page) => page.getByRole('region', { name: 'Upcoming Events' });
export const ticketAt = (page: Page, venue: string) =>
  upcoming(page).locator('.tickets li:not(:has(li))').filter({ hasText: venue });

export type Added = { id: string; date: string };

/** Adds events of Mara Voss, each of its own day unless it names one, and nothing else upcoming. */
export async function only(
  site: LiveSite,
  events: readonly Record<string, unknown>[],
): Promise<Added[]> {
  await site.rest('DELETE', 'music_events?id=not.is.null');
  const whole = events.map((event, place) => ({
    date: daysFromToday(20 + place),
    venue: 'Kesselhaus Nord',
    location: 'Leipzig, Germany',
    artist_id: 'mara-voss',
    ...event,
  }));
  // One by one: the rows of one request have the same columns.
  const added: Added[] = [];
  for (const event of whole) {
    added.push(...(await site.rest<Added[]>('POST', 'music_events', [event])));
  }
  return added;
}
