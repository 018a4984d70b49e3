/** Who may sign in, and who is invited: for admins. See docs/protocol.md#people. */

import type { PostgrestClient } from '@supabase/postgrest-js';
import { COUNTED, readPage, readRows } from './client/requests';
import { write, writeRow, writeRows } from './client/writes';
import { pagedList } from './queries/lists';
import type { ListResource, Resource } from './queries/query-store';

const SHOWN = 50;

/** GET /rest/v1/music_people */
export type Person = {
  id: string;
  email: string;
  role: 'authenticated' | 'service_role';
  is_contact: boolean;
  is_owner: boolean;
  /** The ids of the artists that they own. */
  owns: string[];
  last_sign_in_at: string | null;
  has_second_factor: boolean;
  banned_until: string | null;
  sessions: number;
};

export type PersonChanges = Partial<
  Pick<Person, 'role' | 'is_contact' | 'banned_until' | 'sessions'>
>;

export type PeopleFilter = {
  kind: 'all' | 'admins' | 'contacts' | 'owners';
  /** What the email contains. */
  text: string;
};

/** The people of a kind, by email. */
export function peopleResource({ kind, text }: PeopleFilter): ListResource<Person> {
  const found = (db: PostgrestClient) => {
    let query = db.from('music_people').select('*', COUNTED);
    if (kind === 'admins') query = query.eq('role', 'service_role');
    if (kind === 'contacts') query = query.is('is_contact', true);
    if (kind === 'owners') query = query.is('is_owner', true);
    if (text) query = query.ilike('email', `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`);
    return query.order('email');
  };
  return pagedList(`people ${kind} ${text}`, ['music_people'], SHOWN, (first, last, signal) =>
    readPage<Person>('fetching people failed', (db) => found(db).range(first, last), signal),
  );
}

export function changePerson(id: string, changes: PersonChanges): Promise<void> {
  return writeRows('changing a person failed', (db) =>
    db.from('music_people').update(changes).eq('id', id).select('id'),
  );
}

export function removePerson(id: string): Promise<void> {
  return writeRows('removing a person failed', (db) =>
    db.from('music_people').delete().eq('id', id).select('id'),
  );
}

/** Makes somebody the owner of these artists besides whoever is. */
export function addOwner(userId: string, artistIds: readonly string[]): Promise<void> {
  const rows = artistIds.map((artist_id) => ({ artist_id, user_id: userId }));
  return write('changing a person failed', (db) => db.from('music_owners').insert(rows));
}

/** Takes these artists from somebody, whether they are the first owner or a further one. */
export async function removeOwner(userId: string, artistIds: readonly string[]): Promise<void> {
  const ids = [...artistIds];
  await write('changing a person failed', (db) =>
    db.from('music_owners').delete().eq('user_id', userId).in('artist_id', ids),
  );
  await write('changing a person failed', (db) =>
    db.from('music_artists').update({ user_id: null }).eq('user_id', userId).in('id', ids),
  );
}

/** GET /rest/v1/music_invitations */
export type Invitation = {
  id: string;
  email: string | null;
  role: 'service_role' | 'contact' | 'owner';
  artist_id: string | null;
  created_at: string;
  expires_at: string;
  /** Only in the answer that makes it. */
  link: string | null;
};

export type NewInvitation = {
  role?: Invitation['role'];
  email?: string;
  artist_id?: string;
  /** The id of the invitation that this one takes the place of, with all that it says. */
  replaces?: string;
};

/** The invitations that can still be accepted, the newest first. */
export const invitationsResource: Resource<Invitation[]> = {
  key: 'invitations',
  tables: ['music_people'],
  load: (_shown, signal) =>
    readRows<Invitation>(
      'fetching people failed',
      (db) =>
        db
          .from('music_invitations')
          .select('*')
          .is('accepted_at', null)
          .gt('expires_at', 'now')
          .order('created_at', { ascending: false }),
      signal,
    ),
};

/** Invites somebody. Whoever has an email is mailed a link. */
export function invite(invitation: NewInvitation): Promise<Invitation> {
  return writeRow('inviting failed', (db) =>
    db.from('music_invitations').insert(invitation).select().single(),
  );
}

export function withdrawInvitation(id: string): Promise<void> {
  return writeRows('withdrawing an invitation failed', (db) =>
    db.from('music_invitations').delete().eq('id', id).select('id'),
  );
}
