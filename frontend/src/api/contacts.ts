import { type ArtistCard, CARD } from '../schema';
import { readRows } from './client/requests';
import type { Resource } from './queries/query-store';

const CHECKING = 'checking authorization failed';

/** A music contact has at least one row that names the account. */
export async function isMusicContact(userId: string): Promise<boolean> {
  const rows = await readRows<{ user_id: string }>(CHECKING, undefined, (db) =>
    db.from('music_contacts').select('*').eq('user_id', userId),
  );
  return rows.length > 0;
}

/** The ids of the artists of which an account is an owner, the first or a further one. */
export async function ownedArtists(userId: string): Promise<string[]> {
  const [first, further] = await Promise.all([
    readRows<{ id: string }>(CHECKING, undefined, (db) =>
      // A list of one: few rows are found, and then sorted, where all would be walked in their order.
      db.from('music_artists').select('id').in('user_id', [userId]),
    ),
    readRows<{ artist_id: string }>(CHECKING, undefined, (db) =>
      db.from('music_owners').select('artist_id').eq('user_id', userId),
    ),
  ]);
  return [...new Set([...first.map(({ id }) => id), ...further.map((row) => row.artist_id)])];
}

/** The artists with these ids, by name, as lists show them. */
export function ownArtistsResource(ids: readonly string[]): Resource<ArtistCard[]> {
  return {
    key: `own artists ${ids.join()}`,
    tables: ['music_artists'],
    load: (signal) =>
      readRows<ArtistCard>('fetching artists failed', signal, (db) =>
        db
          .from('music_artists')
          .select(CARD)
          .in('id', [...ids])
          .order('name'),
      ),
  };
}
