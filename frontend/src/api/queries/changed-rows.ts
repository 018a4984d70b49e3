/** The artists and events that changes are about: as they are, or as they were when they were deleted. */

import { readRows } from '../client/requests';
import { inSlices, readById } from './by-id';

export type ChangedEvent = {
  id: string;
  artist_id: string;
  date: string;
  venue: string;
  location: string;
  isGone?: boolean;
};
export type ChangedArtist = { id: string; name: string; isGone?: boolean };

const COLUMNS = { music_artists: 'id,name', music_events: 'id,artist_id,date,venue,location' };

export const findEvents = (ids: readonly string[], signal?: AbortSignal) =>
  find<ChangedEvent>('music_events', ids, signal);

export const findArtists = (ids: readonly string[], signal?: AbortSignal) =>
  find<ChangedArtist>('music_artists', ids, signal);

/** The rows of these ids, by id. */
async function find<T extends { id: string }>(
  table: keyof typeof COLUMNS,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, T>> {
  const found = await readById<T>('fetching changes failed', table, COLUMNS[table], ids, signal);
  const gone = [...new Set(ids)].filter((id) => !found.has(id));
  const deletions = await inSlices(gone, (ids) =>
    readRows<{ row_id: string; before: Omit<T, 'id'> }>('fetching changes failed', signal, (db) =>
      db
        .from('music_changes')
        .select('row_id,before')
        .eq('table_name', table)
        .eq('action', 'delete')
        .in('row_id', ids)
        .order('id'),
    ),
  );
  for (const { row_id, before } of deletions) {
    found.set(row_id, { ...before, id: row_id, isGone: true } as unknown as T);
  }
  return found;
}
