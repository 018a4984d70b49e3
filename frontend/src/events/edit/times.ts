/** Midnight at the end of a day, as people mean it who type '24:00' or 'midnight'. It is never saved. */
export const END_OF_DAY = '24:00';

/**
 * '20:30' for what people type as a time of day ('20.30', '2030', '20h30', '8:30 pm'), or END_OF_DAY; null for anything
 * else. A bare '8' is no time: it may mean the morning or the evening.
 */
export function timeOf(typed: string): string | null {
  if (/^(midnight|24[:.h]?00|24\s?h)$/i.test(typed.trim())) return END_OF_DAY;
  const found = /^(\d{1,2})(?:[:.h]?(\d{2}))?\s*(h|am|pm)?$/i.exec(typed.trim());
  if (!found) return null;
  const [, hours = '', minutes, suffix = ''] = found;
  if (minutes === undefined && !suffix) return null;
  const hour = onTheClock(Number(hours), suffix.toLowerCase());
  if (hour === null || Number(minutes ?? 0) > 59) return null;
  return `${String(hour).padStart(2, '0')}:${minutes ?? '00'}`;
}

function onTheClock(hour: number, suffix: string): number | null {
  if (suffix !== 'am' && suffix !== 'pm') return hour < 24 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (suffix === 'pm' ? 12 : 0);
}

/** The IANA name of a time zone as the service writes it, for 'europe/berlin' too; null for one that this browser lacks. */
export function zoneOf(typed: string): string | null {
  if (!typed) return null;
  const name = typed.replaceAll(' ', '_');
  const known = Intl.supportedValuesOf('timeZone');
  const found = known.find((zone) => zone.toLowerCase() === name.toLowerCase());
  return found ?? (isZone(name) ? name : null);
}

/** Also a name that the list leaves out, such as 'US/Pacific'. */
function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
