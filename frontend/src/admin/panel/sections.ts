import type { Session } from '../../account/session-state';

/** The sections of the panel, in their order; those from `history` on, but for the account, come when they are opened. */
export const TITLES = {
  dates: 'Dates',
  artists: 'Artists',
  history: 'History',
  site: 'Site',
  account: 'Account',
} as const;

export type Section = keyof typeof TITLES;

/** Who finds something in a section that is not for everybody who signs in. The server decides in the end. */
const FOR: Partial<Record<Section, (session: Session) => boolean>> = {
  history: ({ isAdmin, isContact, owns = [] }) => isAdmin || isContact || owns.length > 0,
  site: ({ isAdmin }) => isAdmin,
};

/** The sections with something for this person. */
export function sectionsFor(session: Session): Section[] {
  return (Object.keys(TITLES) as Section[]).filter((one) => FOR[one]?.(session) ?? true);
}
