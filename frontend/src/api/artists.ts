import { followersNumber } from '../format';
import type { Resource } from '../resource';
import type { Artist, NewArtist } from '../types';
import { readCount, readRow, readRows, write, writeRows } from './requests';

export const artistsResource: Resource<Artist[]> = {
  key: 'artists',
  tables: ['music_artists'],
  load: async () => {
    const artists = await readRows<Artist>('fetching artists failed', (db) =>
      db.from('music_artists').select('*'),
    );
    return byPopularity(artists);
  },
};

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

/** The hosted service has no order of its own for "popular". */
function byPopularity(artists: Artist[]): Artist[] {
  return artists.toSorted((a, b) => followersNumber(b.followers) - followersNumber(a.followers));
}
