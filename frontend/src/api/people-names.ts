import { readRows } from './client/requests';
import type { Resource } from './queries/query-store';

/** Somebody with an account, by the address that they sign in with. */
export type Person = { id: string; email: string };

/** Everybody with an account, for admins; nobody for all others. */
export function peopleNamesResource(isAdmin: boolean): Resource<Person[]> {
  return {
    key: `names of people ${isAdmin}`,
    tables: [],
    load: async (_shown, signal) =>
      isAdmin
        ? readRows<Person>(
            'fetching people failed',
            (db) => db.from('music_people').select('id,email').order('email').limit(1000),
            signal,
          )
        : [],
  };
}
