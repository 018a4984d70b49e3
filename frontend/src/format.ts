const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ');
const MONTHS =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

export const DAY_MS = 86_400_000;

type DateParts = { day: string; month: string; year: string };

/** '2027-02-06' reads 'Saturday, February 6, 2027': a calendar date, the same in every time zone. */
export function longDate(date: string): string {
  const parts = numbersOf(date);
  if (!parts) return date;
  const [year, month, day] = parts;
  return `${WEEKDAYS[weekday(year, month, day)]}, ${MONTHS[month - 1]} ${day}, ${year}`;
}

/** The parts of a date in full: '6', 'Saturday', 'February', '2027'. */
export function fullDateParts(date: string): DateParts & { weekday: string } {
  const [weekday = '', monthAndDay = '', year = ''] = longDate(date).split(', ');
  const [month = '', day = ''] = monthAndDay.split(' ');
  return { day, weekday, month, year };
}

export function weekdayOf(date: string): string {
  return fullDateParts(date).weekday;
}

/** '2026' stays, '2026-11' reads 'November 2026', and a date 'November 24, 2026'. */
export function periodInWords(period: string): string {
  const [year, month, day] = period.split('-');
  return [month && MONTHS[Number(month) - 1], day && `${Number(day)},`, year]
    .filter(Boolean)
    .join(' ');
}

/** 'Buenos Aires time' for 'America/Argentina/Buenos_Aires', 'UTC' for 'Etc/UTC'. */
export function timeIn(zone: string): string {
  const name = (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');
  return /[a-z]/.test(name) ? `${name} time` : name;
}

/** '2027-02-06' reads 'February 6'. */
export function dayAndMonth(date: string): string {
  return longDate(date).replace(/^\w+, |, \d+$/g, '');
}

/** '2027-02-06' reads 'Saturday, February 6'. */
export function weekdayAndDay(date: string): string {
  return longDate(date).replace(/, \d+$/, '');
}

/** The calendar date `days` after `date`. */
export function daysAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The parts of a date on the stub of a ticket. */
export function dateParts(date: string): DateParts {
  const { day, month, year } = fullDateParts(date);
  return { day, month: month.slice(0, 3), year };
}

export function followersLine(followers: string): string {
  return followers === '1' ? '1 follower' : `${shortCount(followers)} followers`;
}

/** '9000000' reads '9M'; what a person has written in a form of their own, such as '12,400', stays. */
export function shortCount(count: string): string {
  if (!/^\d{5,15}$/.test(count)) return count;
  const number = Number(count);
  if (number < 1e6) return `${Math.floor(number / 1e3)}K`;
  const [unit, letter] = number < 1e9 ? [1e6, 'M'] : [1e9, 'B'];
  return `${Math.floor((number / unit) * 10) / 10}${letter}`;
}

export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${withThousands(count)} ${count === 1 ? noun : nouns}`;
}

/** Beyond it the service does not say how long a list is (`MAX_COUNTED` in `marquee/rest/query.py`). */
const MOST_COUNTED = 500;

/** Says how long a list is, of which `shown` are known to be there. */
export function countedList(
  count: number,
  noun: string,
  nouns = `${noun}s`,
  shown = MOST_COUNTED,
): string {
  if (count <= MOST_COUNTED) return counted(count, noun, nouns);
  return `${withThousands(Math.max(MOST_COUNTED, shown))}+ ${nouns}`;
}

/** Says how long a list is, and how much of it is on screen where that is not all. */
export function countedSoFar(
  { rows, count }: { rows: unknown[]; count: number },
  noun: string,
  nouns?: string,
): string {
  const shown = rows.length;
  if (shown >= count) return counted(count, noun, nouns);
  return `${withThousands(shown)} of ${countedList(count, noun, nouns, shown)}`;
}

/** 1234 reads '1,234'. The server's engine has no `Intl`, and what it writes must be what browsers write. */
export function withThousands(count: number): string {
  return `${count}`.replace(/\B(?=(\d{3})+$)/g, ',');
}

function numbersOf(date: string): [number, number, number] | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(date);
  if (!match) return null;
  const [year, month, day] = match.slice(1).map(Number) as [number, number, number];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? [year, month, day] : null;
}

/** The calendar repeats after 400 years, and `Date` takes the year 26 for 1926. */
function weekday(year: number, month: number, day: number): number {
  return new Date(Date.UTC(year + 400, month - 1, day)).getUTCDay();
}
