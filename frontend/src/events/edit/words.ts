import { longDate } from '../../format';
import type { EventStatus, TicketStatus } from '../../types';
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

/** A field's value as people read it. */
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
