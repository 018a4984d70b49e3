import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSession } from '../../account/session';
import type { User } from '../../types';
import { Alert } from '../../ui/alert';
import { CloseButton, Modal } from '../../ui/dialog/modal';
import { AccountPanes } from '../account/account-panes';
import { FactorNeeded } from '../factor-needed';
import { Panes } from '../panes';
import { FURTHER_SECTIONS, FurtherSection } from './further-section';
import { goToSection, PanelNav } from './panel-nav';
import type { Section } from './sections';

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
  const [opened, setOpened] = useState<readonly Section[]>([section]);
  function show(next: Section, panel: Element | null): void {
    flushSync(() => {
      setSection(next);
      setOpened([...opened, next]);
    });
    goToSection(panel, next);
  }
  const isContent = section === 'dates' || section === 'artists';
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
      <div hidden={!isContent} data-section="content">
        {needsFactor && (
          <FactorNeeded onSetUp={(button) => show('account', button.closest('dialog'))} />
        )}
        <Panes />
      </div>
      {FURTHER_SECTIONS.map((one) => (
        <div key={one} hidden={one !== section} data-section={one}>
          {opened.includes(one) && <FurtherSection section={one} />}
        </div>
      ))}
      <div hidden={section !== 'account'} data-section="account">
        {opened.includes('account') && <AccountPanes user={user} />}
      </div>
    </Modal>
  );
}
