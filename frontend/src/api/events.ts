import type { Resource } from '../resource';
import type { ArtistEvent, EventWithArtist, NewEvent } from '../types';
import { readRows, writeRows } from './requests';

export const upcomingEventsResource: Resource<EventWithArtist[]> = {
  key: 'events',
  tables: ['music_events', 'music_artists'],
  load: () =>
    readRows<EventWithArtist>('fetching events failed', (db) =>
      db
        .from('music_events')
        .select('*,artist:music_artists(id,name)')
        .gte('date', now())
        .order('date', { ascending: true }),
    ),
};

export function artistEventsResource(artistId: string): Resource<ArtistEvent[]> {
  return {
    key: `events of ${artistId}`,
    tables: ['music_events'],
    load: () =>
      readRows<ArtistEvent>('fetching events failed', (db) =>
        db
          .from('music_events')
          .select('*')
          .gte('date', now())
          .eq('artist_id', artistId)
          .order('date', { ascending: true }),
      ),
  };
}

/** The profile adds a list of one, the panel a single event. */
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

/** The server turns this moment into its calendar date. */
function now(): string {
  return new Date().toISOString();
}
