/** What only people who change events ask of the data service. */

import { type Act, type EventRecord, type ListedEvent, EVENT as WHOLE } from '../schema';
import { preparedArtistSearch } from './announcements';
import { readRows } from './client/requests';
import { removeRows, type Saved, saveRow, type Transaction, write } from './client/writes';
import { eventList, fetchEvent, past } from './events';
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
  const load: Resource<Place[]>['load'] = async (_shown, signal) => {
    if (!search) return [];
    return readRows<Place>(
      'fetching events failed',
      (db) =>
        db
          .from('music_events')
          .select('venue,location,timezone')
          .textSearch('search', search)
          .order('date', { ascending: false })
          .limit(MAX_PLACES),
      signal,
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

type SameDay = Pick<EventRecord, 'id' | 'venue' | 'start_time'> & { artist: { name: string } };

/** The other events of an artist on this day, asked once; `except` is the one that is being edited. */
export async function fetchSameDay(artistId: string, date: string, except?: string) {
  const rows = await readRows<SameDay>('fetching events failed', (db) =>
    db
      .from('music_events')
      .select('id,venue,start_time,artist:music_artists(name)')
      .eq('artist_id', artistId)
      .eq('date', date)
      .retry(false),
  );
  return rows.filter(({ id }) => id !== except);
}

/** Who has this very name: an artist of the site, or else nobody with a profile. */
export async function actNamed(name: string, signal?: AbortSignal): Promise<Act> {
  const found = await preparedArtistSearch(searchOf(name))
    .load(undefined, signal)
    .catch(() => null);
  const artist = found?.rows.find((row) => row.name.toLowerCase() === name.toLowerCase());
  return artist ? { name: artist.name, artist_id: artist.id } : { name, artist_id: null };
}

/** The columns of an event that people write. */
export type EventChanges = Partial<Record<keyof EventRecord, string | null>>;

/** Adds an event. The profile sends a list of one, the panel a single object. */
export function addEvent(event: EventChanges, isSentAsList: boolean): Promise<Saved<EventRecord>> {
  return saveRow('adding an event failed', (db) =>
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
  return saveRow('updating the event failed', (db) =>
    db
      .from('music_events')
      .update({ artist_id, ...changes, updated_at })
      .eq('id', id)
      .select(WHOLE)
      .single(),
  );
}

/**
 * Puts `names` on the bill of an event, in this order, in place of those that stand on it; returns it as it is then. The
 * new ones are added before the former go: a save that fails half-way loses none, and the next one finishes it.
 */
export async function saveBill({ id, lineup }: EventRecord, names: Act[]): Promise<EventRecord> {
  if (names.length > 0) {
    const rows = names.map((act, position) => ({ ...act, event_id: id, position }));
    await write('saving the bill failed', (db) => db.from('music_lineup').insert(rows));
  }
  if (lineup.length > 0) {
    const former = lineup.map((act) => act.id);
    await write('saving the bill failed', (db) =>
      db.from('music_lineup').delete().in('id', former),
    );
  }
  return fetchEvent(id);
}

/** What brings it back. */
export function deleteEvent(id: string): Promise<Transaction> {
  return removeRows('deleting an event failed', (db) =>
    db.from('music_events').delete().eq('id', id).select('id'),
  );
}
