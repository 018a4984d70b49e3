const DAY: Intl.DateTimeFormatOptions = { month: 'long', day: 'numeric' };
const TIME: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hour12: false };

/** An instant in the person's own time zone: 'today, 22:14', 'yesterday, 09:00' or 'November 2, 22:14'. */
export function ownMoment(instant: string, now: Date): string {
  return `${dayOf(instant, now)}, ${timeOf(instant)}`;
}

/** The time of an instant on the person's own clock: '22:14'. */
export function timeOf(instant: string): string {
  return new Date(instant).toLocaleTimeString('en-GB', TIME);
}

/** The day of an instant: 'today', 'yesterday', 'November 2', or with its year when that is another one. */
export function dayOf(instant: string, now: Date): string {
  const then = new Date(instant);
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (then.toDateString() === now.toDateString()) return 'today';
  if (then.toDateString() === yesterday.toDateString()) return 'yesterday';
  const isThisYear = then.getFullYear() === now.getFullYear();
  return then.toLocaleDateString('en-US', isThisYear ? DAY : { ...DAY, year: 'numeric' });
}
