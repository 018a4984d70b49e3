import type { Artist, ArtistCard, NewArtist } from '../types';
import {
  COUNTED,
  readCount,
  readPage,
  readRow,
  readRows,
  write,
  writeRow,
  writeRows,
} from './client/requests';
import { pagedList } from './queries/lists';
import type { ListResource, Resource, Store } from './queries/query-store';

const SHOWN = 24;
const CARD = 'id,name,genre,image,followers,latest_song,is_featured';
/** An artist's own row. */
type Columns = Omit<Artist, 'links'>;

const WHOLE = '*,links:music_links(id,position,url,label)';

/** The artist of the hero, or null. */
export const featuredResource: Resource<ArtistCard | null> = {
  key: 'featured',
  tables: ['music_artists'],
  load: async (_shown, signal) => {
    const [found] = await readRows<ArtistCard>(
      'fetching artists failed',
      (db) => db.from('music_artists').select(CARD).is('is_featured', true).limit(1),
      signal,
    );
    return found ?? null;
  },
};

/** All artists in the service's own order, the most popular first. */
export const artistsResource = artistList('', 'artists');

/** The artists that match all words of `search`, which `searchOf` made. */
export function artistSearch(search: string): ListResource<ArtistCard> {
  return artistList(search);
}

function artistList(search: string, keptAs?: string): ListResource<ArtistCard> {
  const page = (first: number, last: number, signal?: AbortSignal) =>
    readPage<ArtistCard>(
      'fetching artists failed',
      (db) => {
        const all = db.from('music_artists').select(CARD, COUNTED);
        return (search ? all.textSearch('search', search) : all).range(first, last);
      },
      signal,
    );
  return pagedList(`artists ${search}`, ['music_artists'], SHOWN, page, keptAs);
}

export function artistResource(id: string): Resource<Artist> {
  const load: Resource<Artist>['load'] = (_shown, signal) => fetchArtist(id, signal);
  return { key: `artist ${id}`, tables: ['music_artists'], load };
}

export function fetchArtist(id: string, signal?: AbortSignal): Promise<Artist> {
  return readRow<Artist>(
    'fetching the artist failed',
    (db) =>
      db
        .from('music_artists')
        .select(WHOLE)
        .eq('id', id)
        .order('position', { referencedTable: 'links' })
        .order('id', { referencedTable: 'links' })
        .single(),
    signal,
  );
}

/** Adds an artist, and returns the record as the server keeps it. */
export async function addArtist(artist: NewArtist): Promise<Artist> {
  const saved = await writeRow<Columns>('adding an artist failed', (db) =>
    db.from('music_artists').insert(artist).select().single(),
  );
  return { ...saved, links: [] };
}

/** Saves the whole record; its `updated_at` lets the server notice that someone else saved in the meantime. */
export async function updateArtist({ links, ...columns }: Artist): Promise<Artist> {
  const saved = await writeRow<Columns>('updating the artist failed', (db) =>
    db.from('music_artists').update(columns).eq('id', columns.id).select().single(),
  );
  return { ...saved, links };
}

/** Shows `artist` as a save returned it, without loading it, and loads the lists that it may be in. */
export function showSaved(store: Store, artist: Artist): Promise<void> {
  const resource = artistResource(artist.id);
  store.set(resource, artist);
  return store.invalidate(resource.tables, resource);
}

export async function featureArtist(id: string): Promise<Artist> {
  await write('resetting the featured flag failed', (db) =>
    db.from('music_artists').update({ is_featured: false }).neq('id', id),
  );
  await writeRows('setting the featured artist failed', (db) =>
    db.from('music_artists').update({ is_featured: true }).eq('id', id).select('id'),
  );
  return fetchArtist(id);
}

export function deleteArtist(id: string): Promise<void> {
  return writeRows('deleting an artist failed', (db) =>
    db.from('music_artists').delete().eq('id', id).select('id'),
  );
}

/** Counts all events of an artist, past ones too, since they are deleted with it. */
export function countEvents(artistId: string): Promise<number> {
  return readCount('fetching events failed', (db) =>
    db.from('music_events').select('*', { count: 'exact', head: true }).eq('artist_id', artistId),
  );
}
