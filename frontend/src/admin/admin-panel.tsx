import '../styles/work';
import { useEffect, useState } from 'react';
import { endRecovery, leave } from '../account/session/follow-session';
import { useSession, useSessionStore } from '../account/session/session';
import type { Session } from '../account/session/session-state';
import { LoginDialog, WaitingDialog } from '../account/sign-in-dialog';
import { signOut } from '../api/auth/sign-in';
import { paths } from '../paths';
import { forgetAllDrafts } from '../ui/form/kept-drafts';
import { say } from '../ui/message/say';
import { goTo } from '../ui/router';
import { PanelDialog } from './panel/panel-dialog';
import { isOwnerOnly } from './panel/sections';

type Props = { onClose: () => void };

/** What the Admin button opens: the sign-in, or the panel of whoever is signed in. */
export function AdminPanel({ onClose }: Props) {
  const session = useSession();
  const store = useSessionStore();
  useLanding(session);
  const [isLeaving, setLeaving] = useState(false);
  const [lastUser, setLastUser] = useState(session.user);
  const [failure, setFailure] = useState<string | null>(null);
  if (session.user && session.user !== lastUser) setLastUser(session.user);

  function close(): void {
    endRecovery(store);
    onClose();
  }

  async function signOutHere(): Promise<void> {
    setLeaving(true);
    const reason = await leave(store, signOut);
    if (!reason) {
      forgetAllDrafts();
      onClose();
      return say('Signed out.');
    }
    setLeaving(false);
    setFailure(reason);
  }

  // A session that ended by itself, or in another tab, leaves the panel under the sign-in, with all that was typed in it.
  const owner = session.user ?? session.waiting ?? (isLeaving ? lastUser : null);
  const needsLogin = !session.user && !isLeaving;
  return (
    <>
      {owner && (
        <PanelDialog
          key={owner.id}
          user={owner}
          isCovered={needsLogin}
          signOutFailure={failure}
          onSignOut={() => void signOutHere()}
          onClose={close}
        />
      )}
      {needsLogin &&
        (session.isUnknown ? (
          <WaitingDialog onClose={onClose} />
        ) : (
          <LoginDialog onClose={onClose} />
        ))}
    </>
  );
}

/** Leads whoever signs in on the home page, and owns one artist and no more, to that artist's page. */
function useLanding(session: Session): void {
  const [isDue, setDue] = useState(session.user === null);
  const { user, isChecked, owns } = session;
  useEffect(() => {
    if (!isDue || !user || !isChecked) return;
    setDue(false);
    const [id] = owns;
    if (id && owns.length === 1 && isOwnerOnly(session) && location.pathname === paths.home)
      goTo(paths.artist(id));
  }, [isDue, user, isChecked, owns, session]);
}
