import { readRows } from './requests';

/** A music contact has at least one row that names the account. */
export async function isMusicContact(userId: string): Promise<boolean> {
  const rows = await readRows<{ user_id: string }>('checking authorization failed', (db) =>
    db.from('music_contacts').select('*').eq('user_id', userId),
  );
  return rows.length > 0;
}
