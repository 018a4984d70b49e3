import type { Artist } from '../types';
import type { Session } from './session/session-state';

/** What a person may do. The server decides in the end. */
export const can = {
  changeArtists: (session: Session) => session.isAdmin,
  changePeople: (session: Session) => session.isAdmin,
  changeSite: (session: Session) => session.isAdmin,
  /** Of everybody and everything; others see what they did themselves and what became of their own. */
  seeAllHistory: (session: Session) => session.isAdmin,
  changeEvents: (session: Session) => session.isAdmin || session.isContact,
  changeEventsOf: (session: Session, artistId: string) =>
    can.changeEvents(session) || session.owns.includes(artistId),
  /** Off the bill of somebody else's date. */
  leaveBill: (session: Session, actId: string | null) =>
    actId !== null && session.owns.includes(actId),
  /** And its links. */
  editProfile: (session: Session, { id, user_id }: Pick<Artist, 'id' | 'user_id'>) =>
    session.isAdmin ||
    (session.user !== null && (session.user.id === user_id || session.owns.includes(id))),
};
