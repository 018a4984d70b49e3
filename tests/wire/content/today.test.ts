/** What "on or after now" means: the calendar date of the site's own time zone. */

import { describe, expect, test } from 'vitest';
import { addDays, dateIn } from '../../live/dates';
import type { LiveSite } from '../../live/site';
import { dataOf, liveSite, visitor } from '../client';

/** 25 hours apart: it is never the same date in both. */
const ZONES = [
  { zone: 'Pacific/Kiritimati', offset: '+14:00' },
  { zone: 'Pacific/Pago_Pago', offset: '-11:00' },
];

/** Pages show a date until 05:00 of the next day. */
const NIGHT_MS = 5 * 60 * 60 * 1000;

const SITES = await Promise.all(
  ZONES.map(async (one) => {
    const site = await liveSite({ env: { MARQUEE_TIMEZONE: one.zone } });
    await site.rest('DELETE', 'music_events?id=not.is.null');
    return { ...one, site };
  }),
);

async function addEvent(site: LiveSite, date: string): Promise<void> {
  await site.rest('POST', 'music_events', [
    { date, venue: date, location: 'Here', artist_id: 'mara-voss' },
  ]);
}

async function datesFrom(site: LiveSite, now: string): Promise<string[]> {
  const answer = await visitor(site)
    .from('music_events')
    .select('*')
    .gte('date', now)
    .order('date');
  return dataOf(answer).map(({ date }) => date);
}

async function datesOnPage(site: LiveSite, path: string): Promise<string[]> {
  const html = await (await fetch(site.url + path)).text();
  const found = /<script type="application\/json" id="preloaded">(.*?)<\/script>/s.exec(html)?.[1];
  const { home, profile, site: said } = JSON.parse(found ?? '');
  return [said.today, ...(home ?? profile).events.map(({ date }: { date: string }) => date)];
}

for (const { zone, offset, site } of SITES) {
  describe(zone, () => {
    test('an event of today is upcoming now, on pages until its night ends, an older one is not (D7)', async () => {
      const today = dateIn(zone);
      const dates = [-2, -1, 0, 1].map((days) => addDays(today, days));
      for (const date of dates) await addEvent(site, date);
      const from = (day: string) => dates.filter((date) => date >= day);
      expect(await datesFrom(site, new Date().toISOString())).toEqual(from(today));
      const tonight = dateIn(zone, new Date(Date.now() - NIGHT_MS));
      expect(await datesOnPage(site, '/')).toEqual([today, ...from(tonight)]);
      expect(await datesOnPage(site, '/artist/mara-voss')).toEqual([today, ...from(tonight)]);
    });

    test.each([
      ['first', '00:00:00.000'],
      ['last', '23:59:59.999'],
    ])('an event is upcoming at the %s moment of its day (D7)', async (_which, time) => {
      const day = '2040-02-29';
      await addEvent(site, day);
      const now = new Date(`${day}T${time}${offset}`).toISOString();
      expect((await datesFrom(site, now))[0]).toBe(day);
      const nextDay = new Date(`2040-03-01T00:00:00.000${offset}`).toISOString();
      expect(await datesFrom(site, nextDay)).toEqual([]);
    });

    test('a plain date in the filter is that date (D7)', async () => {
      await addEvent(site, '2041-05-05');
      expect(await datesFrom(site, '2041-05-05')).toEqual(['2041-05-05']);
      expect(await datesFrom(site, '2041-05-06')).toEqual([]);
    });
  });
}

test('the same instant is a different date in each zone (D7)', () => {
  const instant = new Date('2026-11-21T10:30:00Z');
  expect(ZONES.map(({ zone }) => dateIn(zone, instant))).toEqual(['2026-11-22', '2026-11-20']);
});

test('a written date keeps the day that it names, whatever offset it has (W1)', async () => {
  for (const { site } of SITES) {
    const date = '2042-11-22T20:00:00-05:00';
    await addEvent(site, date);
    expect(
      dataOf(await visitor(site).from('music_events').select('date').eq('venue', date)),
    ).toEqual([{ date: '2042-11-22' }]);
  }
});
