import type { Invitation } from '../../api/auth/invitations';

/** By whom one is invited, as the beginning of a sentence. */
export const inviter = ({ invited_by }: Invitation): string =>
  invited_by ?? 'Whoever runs this site';

/** Whom to ask for a new invitation. */
export const whomToAsk = ({ invited_by }: Invitation): string =>
  invited_by ?? 'whoever runs this site';

/** What for, to follow "… has invited you to". */
export function purposeOf({ role, artist }: Invitation, site: string): string {
  if (role === 'owner') return `manage ${possessive(artist?.name ?? 'an artist')} page on ${site}`;
  return role === 'contact' ? `manage the dates of ${site}` : `run ${site} as an admin`;
}

/** What the person may do then. */
export function rightsOf({ role, artist }: Invitation): string[] {
  if (role === 'owner')
    return [
      'Edit the page: name, biography, picture, links, latest release',
      `Add, change and delete the dates of ${artist?.name ?? 'the artist'}`,
    ];
  if (role === 'contact') return ['Add, change and delete the dates of all artists'];
  return ['Change every artist, date and setting', 'Invite people, and say who may do what'];
}

const possessive = (name: string): string => (/s$/i.test(name) ? `${name}’` : `${name}’s`);
