import { readRows } from './requests';

/** A music contact has at least one row that names the account. */
export async function isMusicContact(userId: string): Promise<boolean> {
  const rows = await readRows<{ user_id: string }>('checking authorization failed', (db) =>
    db.from('music_contacts').select('*').eq('user_id', userId),
  );
  return rows.length > 0;
}

/** The ids of the artists of which an account is a further owner. */
export async function ownedArtists(userId: string): Promise<string[]> {
  const rows = await readRows<{ artist_id: string }>('checking authorization failed', (db) =>
    db.from('music_owners').select('artist_id').eq('user_id', userId),
  );
  return rows.map((row) => row.artist_id);
}
