/** What people do most, in the engines of Firefox and Safari. */

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { daysFromToday } from '../live/dates';
import { type LiveSite, startSite } from '../live/site';
import type { Engine } from './engine';
import { startFirefox } from './firefox';
import { Person } from './person';
import { startWebKit } from './webkit';

let site: LiveSite;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

describe.each([
  ['Firefox', startFirefox],
  ['WebKit', startWebKit],
])('%s', (_name, startEngine) => {
  let engine: Engine;
  let person: Person;
  beforeAll(async () => {
    engine = await startEngine();
  });
  afterAll(() => engine?.stop());
  beforeEach(async () => {
    await site.reset();
    person = new Person(engine, site.url);
  });

  test('home, a profile and the page of a date have their names below the head, and fit', async () => {
    const [event] = await site.rest<{ id: string }[]>('GET', 'music_events?venue=eq.Silver%20Oar');
    for (const path of ['/', '/artist/mara-voss', `/event/${event?.id}`]) {
      await person.open(path);
      await person.sees('Mara');
      const { headBottom, nameTop, excess } = await person.look(() => ({
        headBottom: document.querySelector('.site-head')?.getBoundingClientRect().bottom ?? 0,
        nameTop: document.querySelector('h1')?.getBoundingClientRect().top ?? 0,
        excess: document.documentElement.scrollWidth - innerWidth,
      }));
      expect(nameTop, path).toBeGreaterThanOrEqual(headBottom);
      expect(excess, path).toBeLessThanOrEqual(0);
    }
  });

  test('a menu opens, with its words in the middle of rows of one height', async () => {
    await person.open('/artist/mara-voss');
    await person.press('Calendar');
    await person.sees('Google Calendar');
    const rows = await person.look(() =>
      [...document.querySelectorAll('.menu__list:popover-open a')].map((row) => {
        const box = row.getBoundingClientRect();
        const [first, last] = [row.querySelector('span'), row.querySelector('small')];
        const top = first?.getBoundingClientRect().top ?? 0;
        const bottom = last?.getBoundingClientRect().bottom ?? 0;
        return { height: box.height, aside: (top + bottom) / 2 - (box.top + box.bottom) / 2 };
      }),
    );
    expect(rows.length).toBeGreaterThan(2);
    for (const { height, aside } of rows) {
      expect(height).toBeLessThan(80);
      expect(Math.abs(aside)).toBeLessThan(2);
    }
  });

  test('an admin signs in, adds a date, edits it, deletes it and takes that back', async () => {
    await person.open('/');
    await person.press('Admin panel');
    await person.type('Email', site.cast.admin.email);
    await person.type('Password', site.cast.admin.password);
    await person.press('Sign In');
    await person.sees(site.cast.admin.email);
    await person.press('Dates');
    await person.press('Add Event');
    await person.choose('Artist', 'abel-quintero');
    await person.choose('Date', daysFromToday(20));
    await person.type('Venue', 'Saal am Wehr');
    await person.type('Location', 'Basel');
    const stored = (columns: string) =>
      site.rest('GET', `music_events?select=${columns}&artist_id=eq.abel-quintero`);
    await person.press('Add Event');
    await expect.poll(() => stored('venue')).toEqual([{ venue: 'Saal am Wehr' }]);
    await person.sees('Added Abel Quintero');
    await person.press('Edit Abel Quintero');
    await person.type('Location', ', Switzerland');
    await person.press('Save Changes');
    const edited = [{ venue: 'Saal am Wehr', location: expect.stringContaining('Switzerland') }];
    await expect.poll(() => stored('venue,location')).toEqual(edited);
    await person.press('Delete Abel Quintero');
    await person.press('Delete event');
    await expect.poll(() => stored('venue')).toEqual([]);
    await person.press('Undo');
    await expect.poll(() => stored('venue,location')).toEqual(edited);
  });
});
