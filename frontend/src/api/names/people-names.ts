import { MAX_ROWS } from '../../limits';
import { readRows } from '../client/requests';
import type { Resource } from '../queries/query-store';

/** Somebody with an account: the address that they sign in with, and the name that they gave themselves. */
export type Person = { id: string; email: string; name: string | null };

/** Everybody with an account, for admins; nobody for all others. */
export function peopleNamesResource(isAdmin: boolean): Resource<Person[]> {
  return {
    key: `names of people ${isAdmin}`,
    tables: ['music_people'],
    load: async (signal) =>
      isAdmin
        ? readRows<Person>('fetching people failed', signal, (db) =>
            db.from('music_people').select('id,email,name').order('email').limit(MAX_ROWS),
          )
        : [],
  };
}

/**
 * People by id, each as they are called: by their name, and by their address as well where the name alone could be that
 * of another, which everybody may give themselves.
 */
export function calledBy(people: readonly Person[]): ReadonlyMap<string, string> {
  const names = new Map(people.map((person) => [person.id, plainName(person)]));
  const counts = new Map<string, number>();
  for (const name of names.values()) counts.set(seen(name), (counts.get(seen(name)) ?? 0) + 1);
  const isClear = (name: string) => counts.get(seen(name)) === 1 && !UNCLEAR.test(seen(name));
  return new Map(
    people.map(({ id, email }) => {
      const name = names.get(id) ?? '';
      if (name === '') return [id, email];
      return [id, isClear(name) ? name : `${name} (${email})`];
    }),
  );
}

/** An address, what the history calls others, or letters that look like the Latin ones beside them. */
const UNCLEAR =
  /@|^(you|somebody else|a program|a former account)\b|^(?=.*\p{sc=Latn}).*[\p{sc=Cyrl}\p{sc=Grek}]/u;

/** The same for names that pages show alike. */
const seen = (name: string) => name.normalize('NFKC').toLowerCase();

/** As pages show it: without signs that nobody sees, which could turn the rest of a sentence round. */
function plainName({ name }: Person): string {
  return (name ?? '')
    .replace(/(?!\s)[\p{C}\p{DI}\u2800]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
