/** Who may sign in, and who is invited: for admins. See docs/protocol.md#people. */

import type { PostgrestClient } from '@supabase/postgrest-js';
import type { Row, Update } from '../types';
import { COUNTED, readPage, readRows } from './client/requests';
import type { Named } from './client/tables';
import { deleteRow, type Transaction, write, writeRow, writeRows } from './client/writes';
import { artistsById } from './names/artist-names';
import { pagedList } from './queries/lists';
import type { ListResource, Resource } from './queries/query-store';

const SHOWN = 50;

/** GET /rest/v1/music_people */
export type Person = Omit<Row<'music_people'>, 'name'> & {
  /** The ids of the artists that they own. */
  owns: string[];
  /** These artists by name. */
  owned: Named[];
};

export type PersonChanges = Update<'music_people'>;

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
  return pagedList(
    `people ${kind} ${text}`,
    ['music_people'],
    SHOWN,
    async (first, last, signal) => {
      const page = await readPage<Omit<Person, 'owned'>>('fetching people failed', signal, (db) =>
        found(db).range(first, last),
      );
      const artists = await artistsById(
        page.rows.flatMap(({ owns }) => owns),
        signal,
      );
      const named = (id: string) => artists.get(id) ?? { id, name: id };
      return { ...page, rows: page.rows.map((row) => ({ ...row, owned: row.owns.map(named) })) };
    },
  );
}

export function changePerson(id: string, changes: PersonChanges): Promise<Transaction> {
  return writeRows('changing a person failed', (db) =>
    db.from('music_people').update(changes).eq('id', id).select('id'),
  );
}

export const removePerson = (id: string) =>
  deleteRow('removing a person failed', 'music_people', id);

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
export type Invitation = Unnamed & {
  /** The name of its artist. */
  artist: string | null;
};

type Unnamed = Row<'music_invitations'>;

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
  load: async (signal) => {
    const found = await readRows<Unnamed>('fetching people failed', signal, (db) =>
      db
        .from('music_invitations')
        .select('*')
        .is('accepted_at', null)
        .gt('expires_at', 'now')
        .order('created_at', { ascending: false }),
    );
    return withArtists(found, signal);
  },
};

async function withArtists(
  invitations: readonly Unnamed[],
  signal?: AbortSignal,
): Promise<Invitation[]> {
  const ids = invitations.flatMap(({ artist_id }) => artist_id ?? []);
  const artists = await artistsById(ids, signal);
  return invitations.map((one) => ({
    ...one,
    artist: artists.get(one.artist_id ?? '')?.name ?? one.artist_id,
  }));
}

/** Invites somebody. Whoever has an email is mailed a link. */
export async function invite(invitation: NewInvitation): Promise<Invitation> {
  const made = await writeRow<Unnamed>('inviting failed', (db) =>
    db.from('music_invitations').insert(invitation).select().single(),
  );
  // It is made, whether or not its artist's name comes, and its link is shown this once.
  const [named] = await withArtists([made]).catch(() => []);
  return named ?? { ...made, artist: made.artist_id };
}

export const withdrawInvitation = (id: string) =>
  deleteRow('withdrawing an invitation failed', 'music_invitations', id);
