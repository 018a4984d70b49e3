import { currentUser, type SignedInAs, watchSession } from '../../api/auth/sign-in';
import { isMusicContact, ownedArtists } from '../../api/contacts';

export { watchSession };

export type Flags = {
  isAdmin: boolean;
  isContact: boolean;
  needsFactor: boolean;
  owns: readonly string[];
};

/** Asks the server what `user` may do; a check that fails grants nothing. */
export async function checkFlags(user: SignedInAs): Promise<Flags> {
  const [found, isContact, owned] = await Promise.allSettled([
    currentUser(),
    isMusicContact(user.id),
    ownedArtists(user.id),
  ]);
  const known = found.status === 'fulfilled' ? found.value : null;
  const needsFactor = known?.needsFactor ?? false;
  return {
    isAdmin: known?.role === 'service_role' && !needsFactor,
    needsFactor,
    isContact: isContact.status === 'fulfilled' && isContact.value,
    // Whose artists they are, anybody may read: it counts for who the server says that this is.
    owns: owned.status === 'fulfilled' && known?.id === user.id ? owned.value : [],
  };
}
