import type { Invitation, Person } from '../../api/people';
import { dayOf } from '../account/moment';

/** As what somebody may sign in, one word or two each. */
export function rolesOf(person: Person): string[] {
  const roles = [
    ...(person.role === 'service_role' ? ['Admin'] : []),
    ...(person.is_contact ? ['Music contact'] : []),
    ...person.owned.map(({ name }) => `Owner of ${name}`),
  ];
  return roles.length > 0 ? roles : ['No rights yet'];
}

export function isBlocked({ banned_until }: Person, now: Date): boolean {
  return banned_until !== null && Date.parse(banned_until) > now.getTime();
}

export function lastHere({ last_sign_in_at }: Person, now: Date): string {
  return last_sign_in_at ? `Last here ${dayOf(last_sign_in_at, now)}` : 'Never signed in';
}

/** What somebody is invited to be. */
export function whatFor({ role, artist }: Pick<Invitation, 'role' | 'artist'>): string {
  if (role === 'service_role') return 'Admin';
  return role === 'contact' ? 'Music contact' : `Owner of ${artist}`;
}
