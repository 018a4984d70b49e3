import type { Artist } from '../types';
import type { Session } from './session-state';

/** What a person may do. The server decides in the end. */
export const can = {
  changeArtists: (session: Session) => session.isAdmin,
  changeEvents: (session: Session) => session.isAdmin || session.isContact,
  /** And its links. */
  editProfile: (session: Session, artist: Pick<Artist, 'user_id'>) =>
    session.isAdmin || (session.user !== null && session.user.id === artist.user_id),
};
