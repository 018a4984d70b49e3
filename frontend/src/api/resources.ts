import type { Artist, ArtistCard, ArtistEvent, EventWithArtist } from '../types';
import type { ListResource, Resource } from './query-store';

/** How the services are read arrives when something is first asked for. */
export const loadReads = () => import('./reads');

type Reads = Awaited<ReturnType<typeof loadReads>>;

export const featuredResource: Resource<ArtistCard | null> = {
  key: 'featured',
  tables: ['music_artists'],
  load: async (shown, signal) => (await loadReads()).featuredResource.load(shown, signal),
};

export const artistsResource = list<ArtistCard>(
  'artists ',
  ['music_artists'],
  (reads) => reads.artistsResource,
);

export const upcomingEventsResource = list<EventWithArtist>(
  'events ',
  ['music_events', 'music_artists'],
  (reads) => reads.upcomingEventsResource,
);

export function artistResource(id: string): Resource<Artist> {
  return {
    key: `artist ${id}`,
    tables: ['music_artists'],
    load: async (_shown, signal) => (await loadReads()).fetchArtist(id, signal),
  };
}

export function artistEventsResource(id: string): ListResource<ArtistEvent> {
  return list<ArtistEvent>(`events of ${id}`, ['music_events'], (reads) =>
    reads.artistEventsResource(id),
  );
}

function list<T>(
  key: string,
  tables: Resource<T>['tables'],
  find: (reads: Reads) => ListResource<T>,
): ListResource<T> {
  return {
    key,
    tables,
    load: async (shown, signal) => find(await loadReads()).load(shown, signal),
    more: async (shown, signal) => find(await loadReads()).more(shown, signal),
  };
}
