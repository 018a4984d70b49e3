import type { Invitation } from '../../api/auth/invitations';

let last: Invitation | null = null;

/** Remembers what was just accepted for the page that greets whoever did. */
export function noteAccepted(invitation: Invitation): void {
  last = invitation;
}

/** What was accepted since the document was loaded; null if nothing was. */
export const accepted = (): Invitation | null => last;
