import { useState } from 'react';
import { can } from '../account/can';
import { useSession } from '../account/session';
import type { PagedQuery } from '../api/query-store';
import { ProfileEditor } from '../artists/edit/profile-editor';
import { ProfileView } from '../artists/profile-view';
import { ArtistEvents } from '../events/artist-events';
import { ManagedEvents } from '../events/managed-events';
import type { Artist, ArtistEvent } from '../types';
import { Button } from '../ui/button';
import { EDIT } from '../ui/work-icons';

type Props = { artist: Artist; events: PagedQuery<ArtistEvent> };

/** A profile with what its owner, music contacts and admins may do. */
export function SignedInProfile({ artist, events }: Props) {
  const session = useSession();
  const [mode, setMode] = useState<'view' | 'edit' | 'edited'>('view');
  const canEdit = can.editProfile(session, artist);
  // What was typed outlives a session that ran out: it can be saved after signing in again.
  const mayStillEdit = canEdit || session.hasExpired || !session.isChecked;
  const isEditing = mode === 'edit' && mayStillEdit;
  const canManage = can.changeEvents(session) && (isEditing || !canEdit);
  const eventList =
    canManage && events.data ? (
      <ManagedEvents artist={artist} events={events.data} onMore={events.onMore} />
    ) : (
      <ArtistEvents artist={artist} events={events} />
    );
  const edit = canEdit && (
    <div className="end">
      <Button look="line" icon={EDIT} onClick={() => setMode('edit')} autoFocus={mode === 'edited'}>
        Edit Profile
      </Button>
    </div>
  );
  if (isEditing) {
    return (
      <ProfileEditor artist={artist} onDone={() => setMode('edited')}>
        {eventList}
      </ProfileEditor>
    );
  }
  return (
    <>
      <ProfileView artist={artist} action={edit} />
      {eventList}
    </>
  );
}
