import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { attempt } from '../../api/client/explain';
import type { Named } from '../../api/client/tables';
import { useConfirm } from '../../api/client/use-confirm';
import { type Invitation, invitationsResource, withdrawInvitation } from '../../api/people';
import { useResource } from '../../api/queries/query-store';
import { Button } from '../../ui/button';
import { ConfirmDelete } from '../../ui/dialog/confirm-delete';
import { Alert } from '../../ui/message/alert';
import { useChange } from '../../ui/message/use-change';
import { Address } from '../../ui/type/address';
import { dayOf } from '../account/moment';
import { inviteAndCopy } from './invite-and-copy';
import { InviteForm } from './invite-form';
import { LinkTicket } from './link-ticket';
import { whatFor } from './words';

type Props = {
  /** The artist whose owner is to be invited first. */
  invited: Named | undefined;
  onDone: (news: string) => Promise<void>;
  /** The people, between the form and what is open. */
  children: ReactNode;
};

/** The form that invites, the link that it made, and the invitations that are open. */
export function Invitations({ invited, onDone, children }: Props) {
  const { data = [] } = useResource(invitationsResource);
  const [isOpen, setOpen] = useState(invited !== undefined);
  const [owned, setOwned] = useState(invited);
  const opener = useRef<HTMLButtonElement>(null);
  const [made, setMade] = useState<Invitation | null>(null);
  const [isCopied, setCopied] = useState<boolean>();
  /** By the ids of renewed invitations, those that they had at first. */
  const [firstIds] = useState(() => new Map<string, string>());
  function close(): void {
    opener.current?.focus();
    setOpen(false);
    setOwned(undefined);
    setMade(null);
  }
  async function onMade(invitation: Invitation, copying: Promise<boolean>): Promise<void> {
    flushSync(() => {
      setOpen(false);
      setOwned(undefined);
      setCopied(undefined);
      setMade(invitation.email ? null : invitation);
    });
    void copying.then(setCopied);
    await onDone(invitation.email ? `Invitation sent to ${invitation.email}.` : '');
  }
  return (
    <>
      <div className="form__act">
        <Button
          ref={opener}
          look="line"
          aria-expanded={isOpen}
          onClick={() => {
            setMade(null);
            setOwned(undefined);
            setOpen(!isOpen);
          }}
        >
          {isOpen ? 'Cancel' : 'Invite'}
        </Button>
      </div>
      {isOpen && <InviteForm owned={owned} onInvited={onMade} onClose={close} />}
      {made?.link && (
        <LinkTicket
          key={made.id}
          link={made.link}
          invitation={made}
          isCopied={isCopied}
          onClose={close}
        />
      )}
      {children}
      {data.length > 0 && (
        <>
          <h4 className="subhead">Open invitations</h4>
          <ul className="rows" role="list" aria-label="Open invitations">
            {data.map((one) => (
              <InvitationRow
                key={firstIds.get(one.id) ?? one.id}
                invitation={one}
                onMade={(made, copying) => {
                  // The row goes on: what is asked in it meanwhile stays.
                  firstIds.set(made.id, firstIds.get(one.id) ?? one.id);
                  return onMade(made, copying);
                }}
                onDone={onDone}
              />
            ))}
          </ul>
        </>
      )}
    </>
  );
}

type RowProps = {
  invitation: Invitation;
  onMade: (invitation: Invitation, copying: Promise<boolean>) => Promise<void>;
  onDone: (news: string) => Promise<void>;
};

function InvitationRow({ invitation, onMade, onDone }: RowProps) {
  const { id, email, created_at, expires_at } = invitation;
  const what = whatFor(invitation);
  const who = email ?? 'A link';
  const name = `${who}, ${what}`;
  const now = new Date();
  const { place, isBusy, failure, run } = useChange<HTMLLIElement>();
  const withdraw = useConfirm(async () => {
    await withdrawInvitation(id);
    await onDone(`Withdrew the invitation: ${name}.`);
  }, `Not withdrawn: the invitation ${name}.`);
  function again(): void {
    const [made, copying] = inviteAndCopy({ replaces: id }, email === null);
    const renew = () => attempt(async () => onMade(await made, copying));
    void run(renew, `Not renewed: the invitation ${name}.`);
  }
  if (withdraw.isAsking) {
    return (
      <li className="row row--text is-confirm">
        <ConfirmDelete
          confirm={withdraw}
          question="Withdraw this invitation?"
          subject={`${name}. Its link no longer works.`}
          action="Withdraw"
          busyLabel="Withdrawing..."
        />
      </li>
    );
  }
  return (
    <li className="row row--text row--person" ref={place}>
      <div>
        <p className="row__t person">
          <span translate="no">
            <Address text={who} />
          </span>{' '}
          <span className="tag tag--line">{what}</span>
        </p>
        <p className="row__s">
          {`${email ? 'Sent' : 'Made'} ${dayOf(created_at, now)}. Works until ${dayOf(expires_at, now)}.`}
        </p>
      </div>
      <div className="row__act">
        <Button
          look="quiet"
          isBusy={isBusy}
          aria-label={`${email ? 'Send again' : 'Copy new link'}: ${name}`}
          onClick={again}
        >
          {email ? 'Send again' : 'Copy new link'}
        </Button>
        <Button
          look="danger"
          aria-label={`Withdraw: ${name}`}
          autoFocus={withdraw.wasKept}
          onClick={withdraw.ask}
        >
          Withdraw
        </Button>
      </div>
      {failure && <Alert message={failure.message} />}
    </li>
  );
}
