import { can } from '../../account/can';
import type { Session } from '../../account/session/session-state';

/** The sections of the panel, in their order; those from `people` on, but for the account, come when they are opened. */
export const TITLES = {
  page: 'Your page',
  dates: 'Dates',
  artists: 'Artists',
  people: 'People',
  history: 'History',
  site: 'Site',
  account: 'Account',
} as const;

export type Section = keyof typeof TITLES;

export const isSection = (name: string): name is Section => Object.hasOwn(TITLES, name);

const isOwner = ({ owns }: Session): boolean => owns.length > 0;

/** Nothing but their own page is there for such a person to change. */
export const isOwnerOnly = (session: Session): boolean =>
  isOwner(session) && !can.changeEvents(session) && !session.needsFactor;

/** Nothing at all is there for such a person to change. */
export const hasNothing = (session: Session): boolean =>
  session.isChecked && !isOwner(session) && !can.changeEvents(session) && !session.needsFactor;

/** Who finds something in a section that is not for everybody who signs in. The server decides in the end. */
const FOR: Partial<Record<Section, (session: Session) => boolean>> = {
  page: isOwner,
  dates: (session) => !isOwnerOnly(session),
  artists: (session) => !isOwnerOnly(session),
  history: (session) => isOwner(session) || can.changeEvents(session),
  people: can.changePeople,
  site: can.changeSite,
};

/** The sections with something for this person. */
export function sectionsFor(session: Session): Section[] {
  return (Object.keys(TITLES) as Section[]).filter((one) => FOR[one]?.(session) ?? true);
}
