import { readRows } from './requests';

/** A music contact has at least one row that names the account. */
export async function isMusicContact(userId: string): Promise<boolean> {
  const rows = await readRows<{ user_id: string }>('checking authorization failed', (db) =>
    db.from('music_contacts').select('*').eq('user_id', userId),
  );
  return rows.length > 0;
}

/** The ids of the artists whose owner an account is, the first or a further one. */
export async function ownedArtists(userId: string): Promise<string[]> {
  const [first, further] = await Promise.all([
    readRows<{ id: string }>('checking authorization failed', (db) =>
      db.from('music_artists').select('id').eq('user_id', userId),
    ),
    readRows<{ artist_id: string }>('checking authorization failed', (db) =>
      db.from('music_owners').select('artist_id').eq('user_id', userId),
    ),
  ]);
  return [...new Set([...first.map(({ id }) => id), ...further.map((row) => row.artist_id)])];
}
