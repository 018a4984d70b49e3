/** What only people who edit an artist ask of the data service. */

import { LINK, type Link } from '../schema';
import type { NewLink } from '../types';
import { fetchArtist } from './artists';
import { type FailedOperation, ServiceError } from './client/errors';
import { CONFLICT } from './client/explain';
import { readRows } from './client/requests';
import { write } from './client/writes';

const SAVING: FailedOperation = 'saving the links failed';

/**
 * Puts `links` in the place of those that an artist has, and returns them as the service keeps them. The new ones are
 * added before the former go: a save that fails half-way loses none, and the next one finishes it. Raises a conflict
 * when the artist's links are not the `known` ones; null overwrites whatever there is.
 */
export async function saveLinks(
  artistId: string,
  links: NewLink[],
  known: Link[] | null,
): Promise<Link[]> {
  const { links: former } = await fetchArtist(artistId);
  if (known && idsOf(former).join() !== idsOf(known).join())
    throw new ServiceError(CONFLICT, 'the links were changed meanwhile', 409);
  const rows = links.map((link, position) => ({ ...link, artist_id: artistId, position }));
  const saved = rows.length > 0 ? await insert(rows) : [];
  if (former.length > 0) {
    await write(SAVING, (db) => db.from('music_links').delete().in('id', idsOf(former)));
  }
  return saved.sort((a, b) => a.position - b.position);
}

function insert(rows: (NewLink & { artist_id: string })[]): Promise<Link[]> {
  return readRows<Link>(SAVING, (db) => db.from('music_links').insert(rows).select(LINK));
}

function idsOf(links: Link[]): string[] {
  return links.map(({ id }) => id);
}
