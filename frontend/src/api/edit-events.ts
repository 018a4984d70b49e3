/** What only people who change events ask of the data service. */

import type { EVENT_COLUMNS } from '../columns';
import {
  type Act,
  type ArtistCard,
  type EventRecord,
  type ListedEvent,
  EVENT as WHOLE,
} from '../schema';
import type { NewAct } from '../types';
import { preparedArtistSearch } from './announcements';
import type { FailedOperation } from './client/errors';
import { readRows } from './client/requests';
import {
  deleteRow,
  readQuestions,
  type Saved,
  saveForm,
  saveRow,
  type Unconfirmed,
} from './client/writes';
import { eventList, past } from './events';
import type { ListResource, Resource } from './queries/query-store';
import { searchOf } from './search';

/** The past events of all artists, the newest first. */
export const allPastResource = eventList('past events', past);

/** The past events that match all words of `search`, which `searchOf` made. */
export function pastSearch(search: string): ListResource<ListedEvent> {
  return eventList(`past events ${search}`, (all) => past(all.textSearch('search', search)));
}

/** An earlier venue, and where it is. */
export type Place = Pick<EventRecord, 'venue' | 'location' | 'timezone'>;

const MAX_PLACES = 60;

/** Where events found by `search` took or take place, the newest first; an empty search finds none. */
export function placesResource(search: string): Resource<Place[]> {
  const load: Resource<Place[]>['load'] = async (signal) => {
    if (!search) return [];
    return readRows<Place>('fetching events failed', signal, (db) =>
      db
        .from('music_events')
        .select('venue,location,timezone')
        .textSearch('search', search)
        .order('date', { ascending: false })
        .limit(MAX_PLACES),
    );
  };
  return { key: `places ${search}`, tables: ['music_events'], load };
}

/** As the service orders the upcoming ones, or the past ones, the newest first. */
export function inOrder(events: readonly ListedEvent[], isNewestFirst: boolean): ListedEvent[] {
  const place = ({ date, start_time, id }: ListedEvent) => `${date} ${start_time ?? '~'} ${id}`;
  const sorted = [...events].sort((one, other) => (place(one) < place(other) ? -1 : 1));
  return isNewestFirst ? sorted.reverse() : sorted;
}

/** Another event of the same artist on the same day. */
export type SameDay = Pick<EventRecord, 'id' | 'venue' | 'start_time'> & {
  artist: { name: string };
};

/** What a person is asked about an event before it is saved. See docs/protocol.md#saves. */
export type EventQuestion = { code: 'passed' } | { code: 'far' } | ({ code: 'same_day' } & SameDay);

/** The first artists that match all words of `search`, which `searchOf` made; an empty search finds none. */
export function actsResource(search: string): Resource<ArtistCard[]> {
  const load: Resource<ArtistCard[]>['load'] = async (signal) =>
    search ? (await preparedArtistSearch(search).load(signal)).rows : [];
  return { key: `acts ${search}`, tables: ['music_artists'], load };
}

/** Who has this very name: an artist of the site, or else nobody with a profile. */
export async function actNamed(name: string, signal?: AbortSignal): Promise<Act> {
  const found = await actsResource(searchOf(name))
    .load(signal)
    .catch(() => []);
  const artist = found.find((row) => row.name.toLowerCase() === name.toLowerCase());
  return artist ? { name: artist.name, artist_id: artist.id } : { name, artist_id: null };
}

/** What is saved of the columns of an event that people write; its bill is sent beside them. */
export type EventChanges = Partial<Record<(typeof EVENT_COLUMNS)[number], string | null>>;

const ADDING: FailedOperation = 'adding an event failed';
const UPDATING: FailedOperation = 'updating the event failed';

/** Adds an event. The profile sends a list of one, the panel a single object. */
export function addEvent(event: EventChanges, isSentAsList: boolean): Promise<Saved<EventRecord>> {
  return saveRow(ADDING, (db) =>
    db
      .from('music_events')
      .insert(isSentAsList ? [event] : event)
      .select(WHOLE)
      .single(),
  );
}

/** Saves changes of an event; its `updated_at` lets the server notice that someone else saved in the meantime. */
export function updateEvent(
  event: EventRecord,
  changes: EventChanges,
): Promise<Saved<EventRecord>> {
  const { id, updated_at, artist_id } = event;
  return saveRow(UPDATING, (db) =>
    db
      .from('music_events')
      .update({ artist_id, ...changes, updated_at })
      .eq('id', id)
      .select(WHOLE)
      .single(),
  );
}

/** Saves an event, a new one or changes of `base`, with its bill in this order; or asks what is not `confirmed` yet. */
export function saveWithBill(
  base: EventRecord | null,
  changes: EventChanges,
  bill: NewAct[],
  confirmed: EventQuestion['code'][],
): Promise<Saved<EventRecord> | Unconfirmed<EventQuestion>> {
  const event = whole(base, changes);
  return saveForm(base ? UPDATING : ADDING, (db) =>
    db.rpc('save_event', { event, bill, confirmed }),
  );
}

/** What is asked about an event, a new one or changes of `base`, and not `confirmed` yet; nothing is saved. */
export function questionsAbout(
  base: EventRecord | null,
  changes: EventChanges,
  confirmed: EventQuestion['code'][],
): Promise<EventQuestion[]> {
  const event = whole(base, changes);
  return readQuestions(base ? UPDATING : ADDING, (db) =>
    db.rpc('save_event', { event, confirmed }),
  );
}

const whole = (base: EventRecord | null, changes: EventChanges) =>
  base ? { ...changes, id: base.id, updated_at: base.updated_at } : changes;

/** Takes a name off the bill that it stands on. */
export const leaveBill = (id: string) => deleteRow(UPDATING, 'music_lineup', id);

export const deleteEvent = (id: string) =>
  deleteRow('deleting an event failed', 'music_events', id);
