import { announcementOf, LATER, UNANNOUNCED } from '../../announcement';
import type { EventChanges } from '../../api/edit-events';
import { LABELS as COLUMNS, EVENT_COLUMNS, LIMITS } from '../../columns';
import { daysAfter } from '../../format';
import { areInOrder } from '../../night';
import { isSecureAddress } from '../../paths';
import { textErrors } from '../../texts/text-errors';
import type { Act, EventRecord, NewAct } from '../../types';
import type { Errors } from '../../ui/form/use-form';
import { END_OF_DAY, timeOf, zoneOf } from './times';

/** What the fields of an event's form are called; the bill is its own table. */
export const LABELS = { ...COLUMNS.music_events, published_at: 'Announce', bill: 'Bill' };

export type Field = (typeof EVENT_COLUMNS)[number] | 'bill';

/**
 * An event as typed into a form: every field is a string, the bill JSON of its names, and `new_name` one that is being
 * added to it.
 */
export type EventDraft = Record<Field | 'new_name', string>;

export const FIELDS: readonly Field[] = [...EVENT_COLUMNS, 'bill'];

export const EMPTY_DRAFT: EventDraft = {
  ...(Object.fromEntries(FIELDS.map((field) => [field, ''])) as EventDraft),
  status: 'scheduled',
  bill: '[]',
  new_name: '',
};

export function draftOf(event: EventRecord): EventDraft {
  const draft = { ...EMPTY_DRAFT };
  for (const field of FIELDS) if (field !== 'bill') draft[field] = event[field] ?? '';
  draft.published_at = announcementOf(event);
  const names = event.lineup.map(({ name, artist_id }) => ({ name, artist_id }));
  return { ...draft, bill: JSON.stringify(names) };
}

export function namesOf({ bill }: Pick<EventDraft, 'bill'>): Act[] {
  return JSON.parse(bill) as Act[];
}

/** The draft with one more name on the bill, unless it is there already, and none that is being added. */
export function withName(draft: EventDraft, act: NewAct): EventDraft {
  const names = namesOf(draft);
  const isThere = names.some(({ name }) => name.toLowerCase() === act.name.toLowerCase());
  return { ...draft, bill: JSON.stringify(isThere ? names : [...names, act]), new_name: '' };
}

/** The draft of the same show on the next day: its tickets and what became of it are its own. */
export function nextDayOf(event: EventRecord): EventDraft {
  const { ticket_url, ticket_status, status } = EMPTY_DRAFT;
  const copy = { ...draftOf(event), ticket_url, ticket_status, status };
  return { ...copy, date: daysAfter(event.date, 1) };
}

/** What stays in a form that is kept open for the next day. */
export function followingDraft({ artist_id, venue, location, timezone, date }: EventDraft) {
  return { ...EMPTY_DRAFT, artist_id, venue, location, timezone, date: daysAfter(date, 1) };
}

/** The draft as it is saved: trimmed, times as 'HH:MM', a ticket link with its scheme. */
export function tidied(draft: EventDraft): EventDraft {
  const tidy = { ...draft };
  for (const field of FIELDS) tidy[field] = draft[field].trim();
  for (const field of ['start_time', 'door_time'] as const)
    tidy[field] = timeOf(tidy[field]) ?? tidy[field];
  if (tidy.start_time === END_OF_DAY && tidy.door_time && tidy.door_time !== END_OF_DAY)
    tidy.start_time = '00:00';
  if (/^[\w-]+(\.[\w-]+)+(\/|$)/.test(tidy.ticket_url))
    tidy.ticket_url = `https://${tidy.ticket_url}`;
  tidy.timezone = zoneOf(tidy.timezone) ?? tidy.timezone;
  return tidy;
}

export function changedFields(before: EventDraft, after: EventDraft): Field[] {
  const tidy = tidied(after);
  return FIELDS.filter((field) => tidy[field] !== before[field]);
}

export function changesOf(before: EventDraft, after: EventDraft): EventChanges {
  const tidy = tidied(after);
  const changed = changedFields(before, after).filter((field) => field !== 'bill');
  // The site's own clock says when "at once" is.
  const empty = (field: Field) => (field === 'published_at' ? 'now' : null);
  const saved = (field: Field) =>
    tidy[field] === UNANNOUNCED ? null : tidy[field] || empty(field);
  return Object.fromEntries(changed.map((field) => [field, saved(field)]));
}

/** What is wrong with a draft; `before` is the saved event as a draft, or the empty one. */
export function checkEvent(before: EventDraft, typed: EventDraft): Errors<EventDraft> {
  const draft = tidied(typed);
  const errors: Errors<EventDraft> = {
    ...missing(draft),
    ...unreadable(draft),
    ...textErrors(draft, LIMITS.music_events),
  };
  if (!errors.start_time && !errors.door_time && !areInOrder(draft))
    errors.door_time = 'Doors cannot open after the start, unless that is the next morning.';
  if (draft.status === 'moved' && before.status !== 'moved' && draft.date === before.date)
    errors.date = 'Enter the new date.';
  return errors;
}

function missing(draft: EventDraft): Errors<EventDraft> {
  return {
    ...(!draft.artist_id && { artist_id: 'Choose an artist.' }),
    ...(!draft.date && { date: 'Enter a date.' }),
    ...(!draft.venue && { venue: 'Enter a venue.' }),
    ...(!draft.location && { location: 'Enter a location.' }),
  };
}

function unreadable({
  start_time,
  door_time,
  timezone,
  ticket_url,
  published_at,
}: EventDraft): Errors<EventDraft> {
  return {
    ...(start_time && !timeOf(start_time) && { start_time: A_TIME }),
    ...(door_time && !timeOf(door_time) && { door_time: A_TIME }),
    ...(timezone && !zoneOf(timezone) && { timezone: 'Choose a time zone such as Europe/Berlin.' }),
    ...(published_at === LATER && { published_at: 'Enter a date and time.' }),
    ...(ticket_url && !isSecureAddress(ticket_url) && { ticket_url: A_LINK }),
  };
}

const A_TIME = 'Enter a time such as 20:30 or 8:30 pm.';
const A_LINK = 'Enter a link that starts with https://';
