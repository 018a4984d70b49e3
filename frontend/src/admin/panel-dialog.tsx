import { useId, useState } from 'react';
import { useSession } from '../account/session';
import type { Artist, User } from '../types';
import { Alert } from '../ui/alert';
import { CloseButton, Modal } from '../ui/dialog/modal';
import { AccountPanes } from './account/account-panes';
import { AddArtist } from './add-artist';
import { EditArtist } from './edit-artist';
import { FactorNeeded } from './factor-needed';
import { ManageArtists } from './manage-artists';
import { ManageEvents } from './manage-events';
import { PanelNav, type Section } from './panel-nav';

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
  const [section, setSection] = useState<Section>(isRecovering ? 'account' : 'content');
  const [hasAccount, setHasAccount] = useState(isRecovering);
  function show(next: Section): void {
    setSection(next);
    if (next === 'account') setHasAccount(true);
  }
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
      <div hidden={section !== 'content'}>
        {needsFactor && <FactorNeeded onSetUp={() => show('account')} />}
        <Panes />
      </div>
      <div hidden={section !== 'account'}>{hasAccount && <AccountPanes user={user} />}</div>
    </Modal>
  );
}

function Panes() {
  const [edited, setEdited] = useState<{ artist: Artist; isOpen: boolean } | null>(null);
  if (edited?.isOpen) {
    return (
      <EditArtist artist={edited.artist} onDone={() => setEdited({ ...edited, isOpen: false })} />
    );
  }
  return (
    <>
      <AddArtist />
      <ManageEvents />
      <ManageArtists
        lastEdited={edited?.artist.id ?? null}
        onEdit={(artist) => setEdited({ artist, isOpen: true })}
      />
    </>
  );
}
