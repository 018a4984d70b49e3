import { FOUND } from '../address';
import {
  ARTIST,
  type Artist,
  type ArtistCard,
  CARD,
  LISTED_LINK,
  type ListedLink,
} from '../schema';
import { visitorClient } from './client/client';
import { type Client, COUNTED, readPage, readRow, readRows } from './client/requests';
import { pagedList } from './queries/lists';
import type { ListResource, Resource, Store } from './queries/query-store';

const SHOWN = 24;
const OTHERS = 3;

/** The artist of the hero, or null. */
export const featuredResource: Resource<ArtistCard | null> = {
  key: 'featured',
  tables: ['music_artists'],
  load: async (signal) => {
    const [found] = await readRows<ArtistCard>(
      'fetching artists failed',
      signal,
      (db) => db.from('music_artists').select(CARD).is('is_featured', true).limit(1),
      visitorClient,
    );
    return found ?? null;
  },
};

/** All artists in the service's own order, the most popular first. */
export const artistsResource = artistList('artists', '', visitorClient, 'artists');

/** The artists that match all words of `search`, which `searchOf` made. */
export function artistSearch(search: string): ListResource<ArtistCard> {
  return artistList(`artists ${search}`, search, visitorClient, FOUND.artists);
}

export function artistList(
  key: string,
  search: string,
  client?: Client,
  keptAs?: string,
): ListResource<ArtistCard> {
  const page = (first: number, last: number, signal?: AbortSignal) =>
    readPage<ArtistCard>(
      'fetching artists failed',
      signal,
      (db) => {
        const all = db.from('music_artists').select(CARD, COUNTED);
        return (search ? all.textSearch('search', search) : all).range(first, last);
      },
      client,
    );
  return pagedList(key, ['music_artists'], SHOWN, page, keptAs);
}

export function artistResource(id: string): Resource<Artist> {
  const load: Resource<Artist>['load'] = (signal) => fetchArtist(id, signal);
  return { key: `artist ${id}`, tables: ['music_artists'], load };
}

/** An artist as a list has them that was loaded: something to show until the whole record has come. */
export function seenArtist(store: Store, id: string): ArtistCard | undefined {
  const isCard = (row: object): row is ArtistCard =>
    'id' in row && 'genre' in row && 'image' in row;
  return store.rows('music_artists').find((row): row is ArtistCard => isCard(row) && row.id === id);
}

/** Under which the document of an artist's page says since when the artist is here. */
export const sinceKey = (id: string) => `since ${id}`;

/** Under which the document of a path without an artist says whom it may mean. */
export const nearKey = (path: string) => `near ${path}`;

/** The first artists besides this one, for a page that has nothing to tell yet. */
export function othersResource(id: string): Resource<ArtistCard[]> {
  return {
    key: `others than ${id}`,
    tables: ['music_artists'],
    load: (signal) =>
      readRows<ArtistCard>(
        'fetching artists failed',
        signal,
        (db) => db.from('music_artists').select(CARD).neq('id', id).limit(OTHERS),
        visitorClient,
      ),
  };
}

/** Where an artist can be listened to, in their order; they are saved with the artist. */
export function linksResource(artistId: string): Resource<ListedLink[]> {
  return {
    key: `links of ${artistId}`,
    tables: ['music_artists'],
    load: (signal) =>
      readRows<ListedLink>('fetching the artist failed', signal, (db) =>
        db
          .from('music_links')
          .select(LISTED_LINK)
          .eq('artist_id', artistId)
          .order('position')
          .order('id'),
      ),
  };
}

export function fetchArtist(id: string, signal?: AbortSignal): Promise<Artist> {
  return readRow<Artist>('fetching the artist failed', signal, (db) =>
    db
      .from('music_artists')
      .select(ARTIST)
      .eq('id', id)
      .order('position', { referencedTable: 'links' })
      .order('id', { referencedTable: 'links' })
      .single(),
  );
}
