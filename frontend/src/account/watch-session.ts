import { currentUser, type SignedInAs, watchSession } from '../api/auth';
import { isMusicContact } from '../api/contacts';

export { watchSession };

export type Flags = { isAdmin: boolean; isContact: boolean };

/** Asks the server what `user` may do; a check that fails grants nothing. */
export async function checkFlags(user: SignedInAs): Promise<Flags> {
  const [found, isContact] = await Promise.allSettled([currentUser(), isMusicContact(user.id)]);
  return {
    isAdmin: found.status === 'fulfilled' && found.value?.role === 'service_role',
    isContact: isContact.status === 'fulfilled' && isContact.value,
  };
}
