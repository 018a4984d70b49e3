import { useState } from 'react';
import { type Invitation, invitationResource } from '../../api/auth/invitations';
import { useResource } from '../../api/queries/query-store';
import { dayAndMonth } from '../../format';
import { paths } from '../../paths';
import { useSite } from '../../site';
import { Alert } from '../../ui/message/alert';
import { replaceUrl } from '../../ui/router';
import { DoorCard } from '../door-card';
import { WayHome } from '../outcome';
import { ownDay } from '../own-day';
import { noteAccepted } from './accepted';
import { OpenInvitation } from './open-invitation';
import { inviter, purposeOf, whomToAsk } from './words';

/** What the link of an invitation leads to. Its token stands behind the #, which no server is sent. */
export function InvitationDoor() {
  const [token] = useState(() => location.hash.slice(1));
  return token ? <Found token={token} /> : <DoorCard title="Invitation">{INCOMPLETE}</DoorCard>;
}

function Found({ token }: { token: string }) {
  const site = useSite();
  const { data: invitation, error } = useResource(invitationResource(token));
  if (error) return <DoorCard title="Invitation">{UNREACHABLE}</DoorCard>;
  if (invitation === undefined) {
    return (
      <DoorCard title="Invitation">
        <p role="status">One moment...</p>
      </DoorCard>
    );
  }
  if (invitation === null) return <DoorCard title="Invitation">{INCOMPLETE}</DoorCard>;
  if (invitation.state !== 'open') return <Over invitation={invitation} />;
  const note = `${inviter(invitation)} has invited you to ${purposeOf(invitation, site.name)}.`;
  const accept = () => {
    noteAccepted(invitation);
    // The token is of no more use.
    replaceUrl(paths.welcome);
  };
  return (
    <DoorCard title={invitation.artist?.name ?? 'Invitation'} note={note}>
      <OpenInvitation invitation={invitation} token={token} onAccepted={accept} />
    </DoorCard>
  );
}

const TITLES = { used: 'Used already', withdrawn: 'Withdrawn', expired: 'Expired' };
const HAPPENED = { used: 'was used', withdrawn: 'was withdrawn', expired: 'expired' };

function Over({ invitation }: { invitation: Invitation }) {
  const { state, ended_at } = invitation;
  if (state === 'open') return null;
  const when = ended_at ? ` on ${dayAndMonth(ownDay(ended_at))}` : '';
  return (
    <DoorCard title={TITLES[state]}>
      <p>{`This invitation ${HAPPENED[state]}${when}.`}</p>
      <p>
        <span>
          {state === 'used'
            ? 'If you used it yourself, sign in with the Admin button. If not, ask '
            : 'Ask '}
        </span>
        <b>{whomToAsk(invitation)}</b>
        <span> for a new one.</span>
      </p>
      <WayHome isNext />
    </DoorCard>
  );
}

const INCOMPLETE = (
  <>
    <Alert message="This link does not lead to an invitation. Open it from the message again, or copy the whole link." />
    <WayHome />
  </>
);
const UNREACHABLE = (
  <Alert message="The site could not be reached. Check your connection, and reload the page." />
);
