import type { ArtistEvent, EventWithArtist, NewEvent } from '../types';
import { pagedList } from './lists';
import type { ListResource } from './query-store';
import { readRows, writeRows } from './requests';

const SHOWN = 20;
const EVENT = 'id,date,venue,location';

export const upcomingEventsResource = eventList();

/** The upcoming events that match all words of `search`, which `searchOf` made. */
export function eventSearch(search: string): ListResource<EventWithArtist> {
  return eventList(search);
}

function eventList(search?: string): ListResource<EventWithArtist> {
  const tables = ['music_events', 'music_artists'] as const;
  return pagedList(`events ${search ?? ''}`, tables, SHOWN, (first, last, signal) =>
    readRows(
      'fetching events failed',
      (db) => {
        const all = db.from('music_events').select(`${EVENT},artist:music_artists(id,name)`);
        const upcoming = (search ? all.textSearch('search', search) : all).gte('date', now());
        return upcoming.order('date', { ascending: true }).range(first, last);
      },
      signal,
    ),
  );
}

export function artistEventsResource(artistId: string): ListResource<ArtistEvent> {
  return pagedList(`events of ${artistId}`, ['music_events'], SHOWN, (first, last, signal) =>
    readRows(
      'fetching events failed',
      (db) =>
        db
          .from('music_events')
          .select(EVENT)
          .gte('date', now())
          .eq('artist_id', artistId)
          .order('date', { ascending: true })
          .range(first, last),
      signal,
    ),
  );
}

/** Adds an event. The profile sends a list of one, the panel a single object. */
export function addEvent(event: NewEvent | [NewEvent]): Promise<void> {
  return writeRows('adding an event failed', (db) =>
    db.from('music_events').insert(event).select('id'),
  );
}

export function deleteEvent(id: string): Promise<void> {
  return writeRows('deleting an event failed', (db) =>
    db.from('music_events').delete().eq('id', id).select('id'),
  );
}

/** The current moment; the server compares the calendar date of its own time zone. */
function now(): string {
  return new Date().toISOString();
}
