/** Calendar dates as the wire has them, `2026-11-21`. */

const NIGHT_LASTS_MS = 5 * 3_600_000;

/** The calendar date in a time zone at an instant. */
export function dateIn(timeZone: string, instant: Date = new Date()): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
    .formatToParts(instant)
    .map(({ type, value }) => [type, value]);
  const { year, month, day } = Object.fromEntries(parts);
  return `${year}-${month}-${day}`;
}

export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + days);
  return moved.toISOString().slice(0, 10);
}

/** In UTC, the zone of the sites in tests. */
export const daysFromToday = (days: number): string => addDays(dateIn('UTC'), days);

/** The date whose night it is: until 05:00 that is still the day before. */
export const tonight = (timeZone = 'UTC'): string =>
  dateIn(timeZone, new Date(Date.now() - NIGHT_LASTS_MS));

/** How the pages write a date: 'Saturday, November 21, 2026'. */
export function longDate(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });
}
