import type { Row } from '../../types';
import { authClient } from '../client/client';
import { readRows } from '../client/requests';
import { write } from '../client/writes';
import type { Resource } from '../queries/query-store';
import { claimsOf } from './token';

/** GET /rest/v1/music_sessions: where the person is signed in. */
export type OwnSession = Row<'music_sessions'>;

/** All of the person's sessions, this one first, and then the ones that were used last. */
type OwnSessions = { here: string | undefined; rows: OwnSession[] };

export function ownSessionsResource(userId: string): Resource<OwnSessions> {
  return {
    key: `sessions of ${userId}`,
    tables: ['music_sessions'],
    load: async (signal) => {
      const here = await currentSessionId();
      const rows = await readRows<OwnSession>('fetching sessions failed', signal, (db) =>
        db.from('music_sessions').select('*').order('last_seen_at', { ascending: false }),
      );
      const isHere = ({ id }: OwnSession) => id === here;
      return { here, rows: [...rows.filter(isHere), ...rows.filter((row) => !isHere(row))] };
    },
  };
}

/** Ends one of the person's sessions. One that is over already is no failure. */
export function endOwnSession(id: string): Promise<void> {
  return write('ending a session failed', (db) => db.from('music_sessions').delete().eq('id', id));
}

/** Ends all of the person's sessions except this one. */
export function endOtherSessions(here: string): Promise<void> {
  return write('ending a session failed', (db) =>
    db.from('music_sessions').delete().neq('id', here),
  );
}

/** The id of the session in which the page is. */
export async function currentSessionId(): Promise<string | undefined> {
  const { data } = await (await authClient()).getSession();
  return claimsOf(data.session?.access_token ?? '').session_id;
}
