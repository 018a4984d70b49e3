import { daysAfter, weekdayOf } from './format';

/** The times of an event, as they are told to people: `date` is that of the doors. */
export type Times = { date: string; door_time: string | null; start_time: string | null };

export const NIGHT_ENDS = '05:00';
const NOON = '12:00';

/** Whether it starts on the day after its date: the doors open in the evening, and the start is before noon. */
function startsNextMorning({ door_time: doors, start_time: start }: Omit<Times, 'date'>) {
  return Boolean(doors && start && start < NOON && doors >= NOON);
}

/** Whether the doors open before the start, on the same day or the evening before. */
export function areInOrder(times: Omit<Times, 'date'>): boolean {
  const { door_time: doors, start_time: start } = times;
  return !doors || !start || doors <= start || startsNextMorning(times);
}

/** Whether all that is known is before 05:00 of the date: it is in the night that began on the evening before. */
export function isLate({ door_time: doors, start_time: start }: Omit<Times, 'date'>): boolean {
  const known = [doors, start].flatMap((time) => time || []);
  return known.length > 0 && known.every((time) => time < NIGHT_ENDS);
}

/** The day on which an event starts. */
export function startDay(times: Times): string {
  return startsNextMorning(times) ? daysAfter(times.date, 1) : times.date;
}

/** When it is past, on the day on which its night ends: at 05:00, or at noon where it starts only after that. */
export function endsAt(times: Omit<Times, 'date'>): string {
  return startsNextMorning(times) && (times.start_time ?? '') >= NIGHT_ENDS ? NOON : NIGHT_ENDS;
}

/** 'night from Thursday to Friday' where something of it is after midnight, which people put on either day. */
export function nightOf(times: Times): string | null {
  if (isLate(times)) return nightBefore(times.date);
  return startsNextMorning(times) ? nightBefore(daysAfter(times.date, 1)) : null;
}

/** 'night from Thursday to Friday' of a Friday. */
function nightBefore(date: string): string {
  return `night from ${weekdayOf(daysAfter(date, -1))} to ${weekdayOf(date)}`;
}
