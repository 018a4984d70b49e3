import { currentUser, type SignedInAs, watchSession } from '../../api/auth/sign-in';
import { isMusicContact, ownedArtists } from '../../api/contacts';
import { tell } from '../../ui/message/tell';
import { type Session, UNSURE } from './session-state';

export { watchSession };

/** What a person may do; `isUnsure` when the server could not be asked for all of it. */
type Flags = Pick<Session, 'isAdmin' | 'isContact' | 'needsFactor' | 'owns' | 'isUnsure'>;

/** Asks the server what `user` may do; a check that fails grants nothing. */
export async function checkFlags(user: SignedInAs): Promise<Flags> {
  const [found, isContact, owned] = await Promise.allSettled([
    currentUser(),
    isMusicContact(user.id),
    ownedArtists(user.id),
  ]);
  const known = found.status === 'fulfilled' ? found.value : null;
  const needsFactor = known?.needsFactor ?? false;
  const isAdmin = known?.role === 'service_role' && !needsFactor;
  return {
    isAdmin,
    needsFactor,
    isContact: isContact.status === 'fulfilled' && isContact.value,
    // Whose artists they are, anybody may read: it counts for who the server says that this is.
    owns: owned.status === 'fulfilled' && known?.id === user.id ? owned.value : [],
    isUnsure: !isAdmin && [found, isContact, owned].some(({ status }) => status === 'rejected'),
  };
}

const AGAIN_MS = 10_000;

/** Calls `again` in some seconds, or as soon as the browser has a connection again. */
export function later(again: () => void): void {
  const run = () => {
    clearTimeout(timer);
    removeEventListener('online', run);
    again();
  };
  const timer = setTimeout(run, AGAIN_MS);
  addEventListener('online', run);
}

/** Says that the server could not be asked what one may do; returns what takes the sentence away. */
export const sayUnsure = (): (() => void) => tell(UNSURE);
