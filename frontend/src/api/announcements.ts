/** Lists with what is not announced yet, which no page for visitors shows. */

import type { ArtistCard, ListedEvent } from '../types';
import { artistList, artistsResource } from './artists';
import { readRows } from './client/requests';
import { artistEventsResource, eventList, upcoming, upcomingEventsResource } from './events';
import type { ListResource, Resource } from './queries/query-store';

type Waiting = { id: string; published_at: string | null };

/** The events that are not announced yet, so far as the person sees them, with when they will be; null where that is open. */
export const unannouncedEvents = unannounced('music_events', 'fetching events failed');

/** All artists and upcoming events whom the person sees; at first those that the page came with. */
export const preparedArtists: ListResource<ArtistCard> = {
  ...artistList('prepared artists', ''),
  meanwhile: artistsResource.key,
};
export const preparedEvents: ListResource<ListedEvent> = {
  ...eventList('prepared events', upcoming),
  meanwhile: upcomingEventsResource.key,
};

/** Those of them that match all words of `search`, which `searchOf` made. */
export function preparedArtistSearch(search: string): ListResource<ArtistCard> {
  return artistList(`prepared artists ${search}`, search);
}

export function preparedEventSearch(search: string): ListResource<ListedEvent> {
  return eventList(`prepared events ${search}`, (all) =>
    upcoming(all.textSearch('search', search)),
  );
}

/** An artist's upcoming events with those that are not announced yet. */
export function preparedEventsResource(artistId: string): ListResource<ListedEvent> {
  return {
    ...eventList(`prepared events of ${artistId}`, upcoming, { artistId, keptAs: 'events' }),
    meanwhile: artistEventsResource(artistId).key,
  };
}

/** The artists that are not announced yet, so far as the person sees them, with when they will be. */
export const unannouncedArtists = unannounced('music_artists', 'fetching artists failed');

function unannounced(
  table: 'music_events' | 'music_artists',
  operation: 'fetching events failed' | 'fetching artists failed',
): Resource<Waiting[]> {
  return {
    key: `unannounced ${table}`,
    tables: [table],
    load: (signal) =>
      readRows(operation, signal, (db) =>
        db.from(table).select('id,published_at').or('published_at.is.null,published_at.gt.now'),
      ),
  };
}
