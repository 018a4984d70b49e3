import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSession } from '../account/session';
import type { User } from '../types';
import { Alert } from '../ui/alert';
import { CloseButton, Modal } from '../ui/dialog/modal';
import { AccountPanes } from './account/account-panes';
import { FactorNeeded } from './factor-needed';
import { goToSection, PanelNav, type Section } from './panel-nav';
import { Panes } from './panes';

type Props = {
  user: Pick<User, 'id' | 'email'>;
  /** The sign-in dialog is on top. */
  isCovered: boolean;
  signOutFailure: string | null;
  onSignOut: () => void;
  onClose: () => void;
};

export function PanelDialog({ user, isCovered, signOutFailure, onSignOut, onClose }: Props) {
  const titleId = useId();
  const { isRecovering, needsFactor } = useSession();
  const [section, setSection] = useState<Section>(isRecovering ? 'account' : 'artists');
  const [hasAccount, setHasAccount] = useState(isRecovering);
  function show(next: Section, panel: Element | null): void {
    flushSync(() => {
      setSection(next);
      if (next === 'account') setHasAccount(true);
    });
    goToSection(panel, next);
  }
  const isAccount = section === 'account';
  return (
    <Modal titleId={titleId} isCovered={isCovered} onClose={onClose}>
      <div className="panel-head">
        <div className="panel-head__top">
          <h2 className="head" id={titleId}>
            Admin panel
          </h2>
          <span className="panel-head__email" title={user.email}>
            {user.email}
          </span>
          <button className="link" type="button" onClick={onSignOut}>
            Sign Out
          </button>
          <CloseButton onClose={onClose} />
        </div>
        <PanelNav section={section} onShow={show} />
      </div>
      {signOutFailure && <Alert message={signOutFailure} />}
      {/* What was typed in one section is still there after a look at the other. */}
      <div hidden={isAccount} data-section="content">
        {needsFactor && (
          <FactorNeeded onSetUp={(button) => show('account', button.closest('dialog'))} />
        )}
        <Panes />
      </div>
      <div hidden={!isAccount} data-section="account">
        {hasAccount && <AccountPanes user={user} />}
      </div>
    </Modal>
  );
}
