import type { Artist, ArtistCard, NewArtist } from '../types';
import { growingList } from './lists';
import type { ListResource, Resource } from './query-store';
import { readCount, readRow, readRows, write, writeRows } from './requests';

const SHOWN = 24;
const CARD = 'id,name,genre,image,followers,latest_song,is_featured';

/** The artist of the hero, or null. */
export const featuredResource: Resource<ArtistCard | null> = {
  key: 'featured',
  tables: ['music_artists'],
  load: async () => {
    const [found] = await readRows<ArtistCard>('fetching artists failed', (db) =>
      db.from('music_artists').select(CARD).is('is_featured', true).limit(1),
    );
    return found ?? null;
  },
};

/** In the service's own order: the most popular first. */
export const artistsResource = artistList();

/** Those who have all words of `search`, in the form of `searchOf`. */
export function foundArtists(search: string): ListResource<ArtistCard> {
  return artistList(search);
}

function artistList(search?: string): ListResource<ArtistCard> {
  return growingList(`artists ${search ?? ''}`, ['music_artists'], SHOWN, (first, last) =>
    readRows('fetching artists failed', (db) => {
      const all = db.from('music_artists').select(CARD);
      return (search ? all.textSearch('search', search) : all).range(first, last);
    }),
  );
}

export function artistResource(id: string): Resource<Artist> {
  return { key: `artist ${id}`, tables: ['music_artists'], load: () => fetchArtist(id) };
}

export function fetchArtist(id: string): Promise<Artist> {
  return readRow<Artist>('fetching the artist failed', (db) =>
    db.from('music_artists').select('*').eq('id', id).single(),
  );
}

export function addArtist(artist: NewArtist): Promise<void> {
  return writeRows('adding an artist failed', (db) =>
    db.from('music_artists').insert(artist).select('id'),
  );
}

/** Saves the whole record; its `updated_at` lets the server notice that somebody else saved in between. */
export function updateArtist(artist: Artist): Promise<void> {
  return writeRows('updating the artist failed', (db) =>
    db.from('music_artists').update(artist).eq('id', artist.id).select('id'),
  );
}

export async function featureArtist(id: string): Promise<void> {
  await write('resetting the featured flag failed', (db) =>
    db.from('music_artists').update({ is_featured: false }).neq('id', id),
  );
  await writeRows('setting the featured artist failed', (db) =>
    db.from('music_artists').update({ is_featured: true }).eq('id', id).select('id'),
  );
}

export function deleteArtist(id: string): Promise<void> {
  return writeRows('deleting an artist failed', (db) =>
    db.from('music_artists').delete().eq('id', id).select('id'),
  );
}

/** All of them, past ones too: they go with the artist. */
export function countEvents(artistId: string): Promise<number> {
  return readCount('fetching events failed', (db) =>
    db.from('music_events').select('*', { count: 'exact', head: true }).eq('artist_id', artistId),
  );
}
