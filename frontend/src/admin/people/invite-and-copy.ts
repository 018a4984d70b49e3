import { type Invitation, invite, type NewInvitation } from '../../api/people';
import { copyText } from '../../ui/copy';

/** Invites somebody, and copies the link that comes back where one is wished for: one press for both. */
export function inviteAndCopy(
  invitation: NewInvitation,
  isByLink: boolean,
): [made: Promise<Invitation>, copying: Promise<boolean>] {
  const made = invite(invitation);
  const copying = isByLink ? copyText(made.then(({ link }) => link ?? '')) : Promise.resolve(false);
  return [made, copying];
}
