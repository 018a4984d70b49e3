/** What only people who change artists ask of the data service. */

import type { Artist, NewArtist, NewLink } from '../types';
import { artistResource } from './artists';
import { type FailedOperation, logFailure } from './client/errors';
import {
  deleteRow,
  readCount,
  readQuestions,
  type Saved,
  saveForm,
  saveRow,
  saveWhole,
  type Unconfirmed,
} from './client/writes';
import type { Store } from './queries/query-store';

/** An artist's own row. */
type Columns = Omit<Artist, 'links'>;

/** What a person is asked about a new artist before it is saved. See docs/protocol.md#saves. */
export type ArtistQuestion = { code: 'namesake' } & Pick<Artist, 'id' | 'name' | 'created_at'>;

const ADDING: FailedOperation = 'adding an artist failed';
const UPDATING: FailedOperation = 'updating the artist failed';

/**
 * Adds an artist, or asks what is not `confirmed` yet. With links one call does all of it; without, it only asks, and the
 * artist alone is inserted.
 */
export async function addArtist(
  artist: NewArtist,
  links: NewLink[],
  confirmed: ArtistQuestion['code'][],
): Promise<Saved<Artist> | Unconfirmed<ArtistQuestion>> {
  if (links.length > 0)
    return saveForm(ADDING, (db) => db.rpc('save_artist', { artist, links, confirmed }));
  const questions = await readQuestions<ArtistQuestion>(ADDING, (db) =>
    db.rpc('save_artist', { artist, confirmed }),
  );
  if (questions.length > 0) return { questions };
  const { row, transaction } = await saveRow<Columns>(ADDING, (db) =>
    db.from('music_artists').insert(artist).select().single(),
  );
  return { row: { ...row, links: [] }, transaction };
}

/** Saves the whole record; its `updated_at` lets the server notice that someone else saved in the meantime. */
export async function updateArtist({ links, ...columns }: Artist): Promise<Saved<Artist>> {
  const { row, transaction } = await saveRow<Columns>(UPDATING, (db) =>
    db.from('music_artists').update(columns).eq('id', columns.id).select().single(),
  );
  return { row: { ...row, links }, transaction };
}

/** As `updateArtist`, with these links in the place of its own: all of it, or nothing. */
export function updateWithLinks(
  { links: _, ...artist }: Artist,
  links: NewLink[],
): Promise<Saved<Artist>> {
  return saveWhole(UPDATING, (db) => db.rpc('save_artist', { artist, links }));
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

export const deleteArtist = (id: string) =>
  deleteRow('deleting an artist failed', 'music_artists', id);

/** Counts all events of an artist, past ones too, since they are deleted with it. */
export function countEvents(artistId: string): Promise<number> {
  return readCount('fetching events failed', (db) =>
    db.from('music_events').select('*', { count: 'exact', head: true }).eq('artist_id', artistId),
  );
}
