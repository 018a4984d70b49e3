import { useId, useState } from 'react';
import type { Artist, User } from '../types';
import { Alert } from '../ui/alert';
import { CloseButton, Modal } from '../ui/dialog/modal';
import { AddArtist } from './add-artist';
import { ChangePassword, ChangePasswordButton, useAccount } from './change-password';
import { EditArtist } from './edit-artist';
import { ManageArtists } from './manage-artists';
import { ManageEvents } from './manage-events';

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
  const account = useAccount();
  return (
    <Modal titleId={titleId} isCovered={isCovered} onClose={onClose}>
      <div className="modal__top">
        <h2 className="head" id={titleId}>
          Admin panel
        </h2>
        <div className="modal__who">
          <span>{user.email}</span>
          <ChangePasswordButton account={account} />
          <button className="link" type="button" onClick={onSignOut}>
            Sign Out
          </button>
        </div>
        <CloseButton onClose={onClose} />
      </div>
      {signOutFailure && <Alert message={signOutFailure} />}
      <ChangePassword user={user} account={account} />
      <Panes />
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
