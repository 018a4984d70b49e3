import { UNANNOUNCED } from '../../announcement';
import { isOff, TICKETS } from '../../event-state';
import { dayAndMonth, longDate } from '../../format';
import type { EventStatus, ListedEvent, TicketStatus } from '../../types';
import { momentOf } from './announce/instants';
import { type Field, namesOf } from './draft';

export const TICKET_CHOICES: { value: TicketStatus | ''; text: string }[] = [
  { value: '', text: 'Not said' },
  { value: 'on_sale', text: 'On sale' },
  { value: 'not_yet', text: 'Not yet' },
  { value: 'few_left', text: 'Few left' },
  { value: 'sold_out', text: 'Sold out' },
  { value: 'free', text: 'Free' },
  { value: 'at_door', text: 'At the door' },
];

export const STATUS_CHOICES: { value: EventStatus; text: string }[] = [
  { value: 'scheduled', text: 'Scheduled' },
  { value: 'cancelled', text: 'Cancelled' },
  { value: 'postponed', text: 'Postponed' },
  { value: 'moved', text: 'Moved' },
];

const NUMBERS = 'no one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** How long ago an instant was: 'just now', 'two minutes ago', 'an hour ago', '14 hours ago', 'a day ago'. */
export function ago(instant: string, now: Date): string {
  const minutes = Math.round((now.getTime() - Date.parse(instant)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return amount(minutes, 'minute');
  const hours = Math.round(minutes / 60);
  return hours < 24 ? amount(hours, 'hour') : amount(Math.round(hours / 24), 'day');
}

function amount(count: number, unit: string): string {
  if (count === 1) return unit === 'hour' ? 'an hour ago' : `a ${unit} ago`;
  return `${NUMBERS[count] ?? count} ${unit}s ago`;
}

/** The state and the price of the tickets, ['Few left', '€18'], for those who look after the date. */
export function ticketsInWords(event: ListedEvent): string[] {
  if (isOff(event)) return [];
  const state = event.ticket_status && TICKETS[event.ticket_status];
  const facts = [state, event.price].filter((fact) => typeof fact === 'string');
  return [...new Set(facts)];
}

/** When something is announced, in a zone; `value` is that of the form's field. */
export function announcementInWords(value: string, zone: string): string {
  if (value === UNANNOUNCED) return 'Draft';
  return value ? momentOf(value, zone) : 'At once';
}

/** Another field's value as people read it. */
export function inWords(field: Field, value: string, artistName: (id: string) => string): string {
  if (field === 'artist_id') return artistName(value);
  if (field === 'date') return longDate(value);
  if (field === 'bill')
    return namesOf({ bill: value })
      .map(({ name }) => name)
      .join(', ');
  const choices: { value: string; text: string }[] =
    field === 'status' ? STATUS_CHOICES : field === 'ticket_status' ? TICKET_CHOICES : [];
  return choices.find((choice) => choice.value === value)?.text ?? value;
}

/** An event as messages name it. */
export function nameOf({
  artist,
  date,
  venue,
}: Pick<ListedEvent, 'artist' | 'date' | 'venue'>): string {
  return `${artist.name}, ${dayAndMonth(date)}, ${venue}`;
}
