import { currentUser, type SignedInAs, watchSession } from '../api/auth';
import { isMusicContact } from '../api/contacts';
import type { Session } from './session';

export { watchSession };

/** What cannot be checked is not granted. */
export async function checkFlags(
  user: SignedInAs,
): Promise<Pick<Session, 'isAdmin' | 'isContact'>> {
  const [found, isContact] = await Promise.allSettled([currentUser(), isMusicContact(user.id)]);
  return {
    isAdmin: found.status === 'fulfilled' && found.value?.role === 'service_role',
    isContact: isContact.status === 'fulfilled' && isContact.value,
  };
}
