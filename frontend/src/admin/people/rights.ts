import { ownDay } from '../../account/own-day';
import type { Person, PersonChanges } from '../../api/people';

/** What somebody may do, as a form holds it; `blocked` is the day until which they may not sign in, or empty. */
type Rights = { isAdmin: boolean; isContact: boolean; blocked: string };

export function rightsOf({ role, is_contact, banned_until }: Person): Rights {
  return {
    isAdmin: role === 'service_role',
    isContact: is_contact,
    blocked: banned_until ? ownDay(banned_until) : '',
  };
}

/** What to save: only what differs, or a form that was open long would take back what another admin gave. */
export function changedRights(
  base: Person,
  { isAdmin, isContact, blocked }: Rights,
): PersonChanges {
  const before = rightsOf(base);
  const banned_until = blocked ? new Date(`${blocked}T00:00`).toISOString() : null;
  return {
    ...(isAdmin !== before.isAdmin && { role: isAdmin ? 'service_role' : 'authenticated' }),
    ...(isContact !== before.isContact && { is_contact: isContact }),
    ...(blocked !== before.blocked && { banned_until }),
  };
}
