import type { Artist, ArtistCard, ArtistEvent, EventWithArtist } from '../types';
import type { ListResource, Resource } from './query-store';

/** How the services are read arrives when something is first asked for. */
export const loadReads = () => import('./reads');

type Reads = Awaited<ReturnType<typeof loadReads>>;

export const featuredResource: Resource<ArtistCard | null> = {
  key: 'featured',
  tables: ['music_artists'],
  load: async () => (await loadReads()).featuredResource.load(),
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
    load: async () => (await loadReads()).fetchArtist(id),
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
    load: async (shown) => find(await loadReads()).load(shown),
    more: async (shown) => find(await loadReads()).more(shown),
  };
}
