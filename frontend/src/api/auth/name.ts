import { authClient } from '../client/client';
import type { Failure } from '../client/explain';
import type { Resource } from '../queries/query-store';
import { attemptAuth, dataOf } from './calls';

/** The name that the person has given themselves; empty when they have not. */
export function ownNameResource(userId: string): Resource<string> {
  return {
    key: `name of ${userId}`,
    tables: ['music_people'],
    load: async () => {
      const { user } = dataOf(await (await authClient()).getUser());
      const { full_name, name } = user.user_metadata;
      return `${full_name ?? name ?? ''}`;
    },
  };
}

/** Sets it, under both names that programs know it by, or takes it away. */
export function changeName(name: string): Promise<Failure | null> {
  const data = { full_name: name || null, name: name || null };
  return attemptAuth(async (client) => dataOf(await client.updateUser({ data })));
}
