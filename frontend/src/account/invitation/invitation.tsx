import { useState } from 'react';
import { type Invitation, invitationResource } from '../../api/auth/invitations';
import { useResource } from '../../api/queries/query-store';
import { dayAndMonth } from '../../format';
import { paths } from '../../paths';
import { useSite } from '../../site';
import { TicketCard } from '../../ui/dialog/ticket-card';
import { Alert } from '../../ui/message/alert';
import { replaceUrl } from '../../ui/router';
import { WayHome } from '../outcome';
import { ownDay } from '../own-day';
import { noteAccepted } from './accepted';
import { OpenInvitation } from './open-invitation';
import { inviter, purposeOf, whomToAsk } from './words';

/** What the link of an invitation leads to. Its token stands behind the #, which no server is sent. */
export function InvitationDoor() {
  const [token] = useState(() => location.hash.slice(1));
  return (
    <div className="door">
      <div className="door__card">
        {token ? <Found token={token} /> : <Card title="Invitation">{INCOMPLETE}</Card>}
      </div>
    </div>
  );
}

function Found({ token }: { token: string }) {
  const site = useSite();
  const { data: invitation, error } = useResource(invitationResource(token));
  if (error) return <Card title="Invitation">{UNREACHABLE}</Card>;
  if (invitation === undefined) {
    return (
      <Card title="Invitation">
        <p role="status">One moment...</p>
      </Card>
    );
  }
  if (invitation === null) return <Card title="Invitation">{INCOMPLETE}</Card>;
  if (invitation.state !== 'open') return <Over invitation={invitation} />;
  const note = `${inviter(invitation)} has invited you to ${purposeOf(invitation, site.name)}.`;
  const accept = () => {
    noteAccepted(invitation);
    // The token is of no more use.
    replaceUrl(paths.welcome);
  };
  return (
    <Card title={invitation.artist?.name ?? 'Invitation'} note={note}>
      <OpenInvitation invitation={invitation} token={token} onAccepted={accept} />
    </Card>
  );
}

const TITLES = { used: 'Used already', withdrawn: 'Withdrawn', expired: 'Expired' };
const HAPPENED = { used: 'was used', withdrawn: 'was withdrawn', expired: 'expired' };

function Over({ invitation }: { invitation: Invitation }) {
  const { state, ended_at } = invitation;
  if (state === 'open') return null;
  const when = ended_at ? ` on ${dayAndMonth(ownDay(ended_at))}` : '';
  return (
    <Card title={TITLES[state]}>
      <p>{`This invitation ${HAPPENED[state]}${when}.`}</p>
      <p>
        <span>
          {state === 'used'
            ? 'If you used it yourself, sign in with the Admin button. If not, ask '
            : 'Ask '}
        </span>
        <b className="address">{whomToAsk(invitation)}</b>
        <span> for a new one.</span>
      </p>
      <WayHome isNext />
    </Card>
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

type CardProps = { title: string; note?: string; children: React.ReactNode };

function Card({ title, note, children }: CardProps) {
  return (
    <TicketCard heading="h1" title={title} note={note}>
      {children}
    </TicketCard>
  );
}
