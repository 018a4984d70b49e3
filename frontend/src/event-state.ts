import { DAY_MS } from './format';
import { endsAt, NIGHT_ENDS, startDay, type Times } from './night';
import type { ListedEvent, TicketStatus } from './types';

/** What visitors read of the state of tickets; nothing where they are simply on sale. */
export const TICKETS: Partial<Record<TicketStatus, string>> = {
  not_yet: 'On sale soon',
  few_left: 'Few left',
  sold_out: 'Sold out',
  free: 'Free entry',
  at_door: 'Tickets at the door',
};

/** From 05:00 to noon. */
const MORNING_MS = 25_200_000;

/** Called off, or without a date for now. */
export function isOff({ status }: Pick<ListedEvent, 'status'>): boolean {
  return status === 'cancelled' || status === 'postponed';
}

/** True from 05:00 to the end of its night in its own time zone. `now` is the site's, not the visitor's. */
export function isTonight(event: ListedEvent, now: string): boolean {
  const left = Date.parse(event.upcoming_until) - Date.parse(now);
  const night = endsAt(event) === NIGHT_ENDS ? DAY_MS : DAY_MS + MORNING_MS;
  return !isOff(event) && left > 0 && left <= night;
}

export function isPastEvent({ upcoming_until }: ListedEvent, now: string): boolean {
  return Date.parse(upcoming_until) <= Date.parse(now);
}

/** The word that stands before all else of an event that is not as it was announced. */
export function flagOf({ status }: Pick<ListedEvent, 'status'>): string | null {
  if (status === 'scheduled') return null;
  return `${status.charAt(0).toUpperCase()}${status.slice(1)}`;
}

/** Where a past event was, or would have been: "Ghent, Belgium, cancelled". */
export function placeOf(event: Pick<ListedEvent, 'location' | 'status'>): string {
  return isOff(event) ? `${event.location}, ${event.status}` : event.location;
}

/** 'Leipzig, Germany' reads 'Leipzig' where there is little room. */
export function cityOf({ location }: Pick<ListedEvent, 'location'>): string {
  const [city = location] = location.split(/[,،、，]/);
  return city;
}

/** Events of the same day that follow each other, so that they can stand under one stub. */
export function byDay(events: ListedEvent[], now: string): ListedEvent[][] {
  const days: ListedEvent[][] = [];
  for (const event of events) {
    const last = days.at(-1);
    const before = last?.[0];
    if (last && before && standTogether(before, event, now)) last.push(event);
    else days.push([event]);
  }
  return days;
}

function standTogether(a: ListedEvent, b: ListedEvent, now: string): boolean {
  if (a.date !== b.date || isOff(a) || isOff(b)) return false;
  return isTonight(a, now) === isTonight(b, now);
}

/** The events under the heads that `headOf` gives them, in the order in which they come. */
export function groups<T>(events: T[], headOf: (event: T) => string): [string, T[]][] {
  const found = new Map<string, T[]>();
  for (const event of events) {
    const head = headOf(event);
    found.set(head, [...(found.get(head) ?? []), event]);
  }
  return [...found];
}

/** '2026-11-24' with a start at '20:30' is '2026-11-24T20:30': without an offset, since it is the venue's own time. */
export function dateTime(times: Times): string {
  return times.start_time ? `${startDay(times)}T${times.start_time}` : times.date;
}
