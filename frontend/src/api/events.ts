import type { PostgrestClient } from '@supabase/postgrest-js';
import { FOUND } from '../address';
import { daysAfter } from '../format';
import { EVENT, type EventRecord, LISTED_EVENT, type ListedEvent } from '../schema';
import { visitorClient } from './client/client';
import { siteToday } from './client/connection';
import { type Client, COUNTED, readPage, readRow } from './client/requests';
import { pagedList } from './queries/lists';
import type { ListResource, Resource } from './queries/query-store';

const SHOWN = 20;
const MAX_MORE = 5;
/** Finds the events of an artist, also those where they only stand on the bill. */
const PERFORMER = 'performer_id';
const TABLES = ['music_events', 'music_artists'] as const;
/** The dates of one artist are listed beside their name, which a save of the profile changes by itself. */
const OF_ARTIST = ['music_events'] as const;

export const upcomingEventsResource = eventList('events', upcoming, {
  client: visitorClient,
  keptAs: 'events',
});

/** The upcoming events that match all words of `search`, which `searchOf` made. */
export function eventSearch(search: string): ListResource<ListedEvent> {
  return eventList(`events ${search}`, (all) => upcoming(all.textSearch('search', search)), {
    client: visitorClient,
    keptAs: FOUND.events,
  });
}

/** The upcoming events of an artist, also those where they only stand on the bill. */
export function artistEventsResource(artistId: string): ListResource<ListedEvent> {
  return eventList(`events of ${artistId}`, upcoming, {
    artistId,
    client: visitorClient,
    keptAs: 'events',
  });
}

/** The past events of an artist, the newest first. */
export function pastEventsResource(artistId: string): ListResource<ListedEvent> {
  return eventList(`past of ${artistId}`, past, { artistId, keptAs: 'past' });
}

export function eventResource(id: string): Resource<EventRecord> {
  const load: Resource<EventRecord>['load'] = (signal) => fetchEvent(id, signal);
  return { key: `event ${id}`, tables: TABLES, load };
}

export function fetchEvent(id: string, signal?: AbortSignal): Promise<EventRecord> {
  return readRow<EventRecord>('fetching the event failed', signal, (db) =>
    db.from('music_events').select(EVENT).eq('id', id).single(),
  );
}

/** The next events of the same artist. */
export function moreDatesResource(event: {
  id: string;
  artist_id: string;
}): Resource<ListedEvent[]> {
  return {
    key: `more of ${event.artist_id} than ${event.id}`,
    tables: TABLES,
    load: async (signal) => {
      const kind = { artistId: event.artist_id, client: visitorClient };
      const { rows } = await readEvents(upcoming, kind, 0, MAX_MORE, signal);
      return rows.filter(({ id }) => id !== event.id).slice(0, MAX_MORE);
    },
  };
}

/** The next date of an artist, or null. */
export function nextDateResource(artistId: string): Resource<ListedEvent | null> {
  return {
    key: `next of ${artistId}`,
    tables: TABLES,
    load: async (signal) => {
      const kind = { artistId, client: visitorClient };
      return (await readEvents(upcomingForSure, kind, 0, 0, signal)).rows[0] ?? null;
    },
  };
}

type Kind = { artistId?: string; client?: Client; keptAs?: string };

export function eventList(key: string, choose: Choose, kind: Kind = {}): ListResource<ListedEvent> {
  const page = (first: number, last: number, signal?: AbortSignal) =>
    readEvents(choose, kind, first, last, signal);
  return pagedList(key, kind.artistId ? OF_ARTIST : TABLES, SHOWN, page, kind.keptAs);
}

function readEvents(
  choose: Choose,
  { artistId, client }: Kind,
  first: number,
  last: number,
  signal?: AbortSignal,
) {
  return readPage<ListedEvent>(
    'fetching events failed',
    signal,
    (db) => {
      const all = listed(db);
      return choose(artistId ? all.eq(PERFORMER, artistId) : all).range(first, last);
    },
    client,
  );
}

type Choose = (all: Query) => Query;
type Query = ReturnType<typeof listed>;

function listed(db: PostgrestClient) {
  return db.from('music_events').select(LISTED_EVENT, COUNTED);
}

/** The service's clock decides what is upcoming; the date lets an index find the rows. */
export function upcoming(all: Query): Query {
  return all
    .gt('upcoming_until', 'now')
    .gte('date', daysAfter(siteToday(), -2))
    .order('date')
    .order('start_time')
    .order('id');
}

function upcomingForSure(all: Query): Query {
  return upcoming(all.not('status', 'in', '(cancelled,postponed)'));
}

export function past(all: Query): Query {
  const descending = { ascending: false };
  return all
    .lte('upcoming_until', 'now')
    .lte('date', daysAfter(siteToday(), 1))
    .order('date', descending)
    .order('start_time', descending)
    .order('id', descending);
}
