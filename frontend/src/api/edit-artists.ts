/** What only people who change artists ask of the data service. */

import type { Artist, NewArtist } from '../types';
import { artistResource } from './artists';
import { logFailure } from './client/errors';
import { readRows } from './client/requests';
import { readCount, removeRows, type Saved, saveRow, type Transaction } from './client/writes';
import type { Store } from './queries/query-store';
import { searchOf } from './search';

/** An artist's own row. */
type Columns = Omit<Artist, 'links'>;

export type Namesake = Pick<Artist, 'id' | 'name' | 'created_at'>;

/** An artist who has this very name already, asked once; null for none. */
export async function fetchNamesake(name: string): Promise<Namesake | null> {
  const search = searchOf(name);
  if (!search) return null;
  const rows = await readRows<Namesake>('fetching artists failed', (db) =>
    db.from('music_artists').select('id,name,created_at').textSearch('search', search).retry(false),
  );
  return rows.find((row) => row.name.toLowerCase() === name.toLowerCase()) ?? null;
}

/** Adds an artist, and returns the record as the server keeps it. */
export async function addArtist(artist: NewArtist): Promise<Saved<Artist>> {
  const { row, transaction } = await saveRow<Columns>('adding an artist failed', (db) =>
    db.from('music_artists').insert(artist).select().single(),
  );
  return { row: { ...row, links: [] }, transaction };
}

/** Saves the whole record; its `updated_at` lets the server notice that someone else saved in the meantime. */
export async function updateArtist({ links, ...columns }: Artist): Promise<Saved<Artist>> {
  const { row, transaction } = await saveRow<Columns>('updating the artist failed', (db) =>
    db.from('music_artists').update(columns).eq('id', columns.id).select().single(),
  );
  return { row: { ...row, links }, transaction };
}

/** Shows `artist` as a save returned it, also in the lists that it is in, which are then loaded again. */
export function showSaved(store: Store, artist: Artist): Promise<void> {
  const resource = artistResource(artist.id);
  store.set(resource, artist);
  store.put('music_artists', artist);
  return store.invalidate(resource.tables, resource);
}

/** Features an artist in place of whoever was: one request does both, and so its failure is that of both. */
export async function featureArtist(id: string): Promise<Saved<Columns>> {
  try {
    return await saveRow('setting the featured artist failed', (db) =>
      db.from('music_artists').update({ is_featured: true }).eq('id', id).select().single(),
    );
  } catch (error) {
    logFailure('resetting the featured flag failed', error);
    throw error;
  }
}

/** What brings it back, with all that went along. */
export function deleteArtist(id: string): Promise<Transaction> {
  return removeRows('deleting an artist failed', (db) =>
    db.from('music_artists').delete().eq('id', id).select('id'),
  );
}

/** Counts all events of an artist, past ones too, since they are deleted with it. */
export function countEvents(artistId: string): Promise<number> {
  return readCount('fetching events failed', (db) =>
    db.from('music_events').select('*', { count: 'exact', head: true }).eq('artist_id', artistId),
  );
}
