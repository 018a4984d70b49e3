/** Artists by name, to choose one of them: some of a site's thousands at a time. */

import { ARTIST_NAME } from '../../schema';
import { withFirst } from '../../ui/list/with-first';
import { COUNTED, readPage, readRow } from '../client/requests';
import type { Named } from '../client/tables';
import { readById } from '../queries/by-id';
import { pagedList } from '../queries/lists';
import { type ListResource, type Resource, useResource } from '../queries/query-store';

const SHOWN = 50;

/** The first artists by name whom the person sees. */
export const artistNames = artistNameSearch('');

/** The first of those that match all words of `search`, which `searchOf` made. */
export function artistNameSearch(search: string): ListResource<Named> {
  return pagedList(`artist names ${search}`, ['music_artists'], SHOWN, (first, last, signal) =>
    readPage<Named>('fetching artists failed', signal, (db) => {
      const all = db.from('music_artists').select(ARTIST_NAME, COUNTED);
      const found = search ? all.textSearch('search', search) : all.order('name').order('id');
      return found.range(first, last);
    }),
  );
}

/** The artist with this id, by name; null for none. */
function artistNamed(id: string): Resource<Named | null> {
  const load = async (signal?: AbortSignal) =>
    id
      ? readRow<Named>('fetching the artist failed', signal, (db) =>
          db.from('music_artists').select(ARTIST_NAME).eq('id', id).single(),
        )
      : null;
  return { key: `name of ${id}`, tables: ['music_artists'], load };
}

/** The artists with these ids, by id. */
export const artistsById = (ids: readonly string[], signal?: AbortSignal) =>
  readById<Named>('fetching artists failed', 'music_artists', ARTIST_NAME, ids, signal);

/** The artists to choose from: the `known`, and whoever is chosen already and not among them. */
export function useArtistChoices(known: readonly Named[], id: string, chosen?: Named): Named[] {
  const first = withFirst(known, chosen);
  const unknown = first.some((artist) => artist.id === id) ? '' : id;
  // Chosen in an earlier visit to the form, or by somebody else.
  const { data } = useResource(artistNamed(unknown));
  return withFirst(first, data);
}
