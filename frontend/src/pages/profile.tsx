import { useMemo, useState } from 'react';
import { can } from '../account/can';
import { useSession } from '../account/session';
import { artistEventsResource, pastEventsResource } from '../api/events';
import { usePagedList } from '../api/query-store';
import { ProfileView } from '../artists/profile-view';
import { ArtistEvents } from '../events/artist-events';
import { PastDates } from '../events/past-dates';
import type { Artist } from '../types';
import { Button } from '../ui/button';
import { EDIT } from '../ui/icons';
import { lazyComponent } from '../ui/lazy-component';

const ProfileEditor = lazyComponent(
  async () => (await import('../artists/edit/profile-editor')).ProfileEditor,
);
const ManagedEvents = lazyComponent(
  async () => (await import('../events/edit/managed-events')).ManagedEvents,
);

/** A profile, with what its owner, music contacts and admins may do. */
export function Profile({ artist }: { artist: Artist }) {
  const session = useSession();
  const events = usePagedList(useMemo(() => artistEventsResource(artist.id), [artist.id]));
  const past = usePagedList(useMemo(() => pastEventsResource(artist.id), [artist.id]));
  const [mode, setMode] = useState<'view' | 'edit' | 'edited'>('view');
  const canEdit = can.editProfile(session, artist);
  // What was typed outlives a session that ran out: it can be saved after signing in again.
  const mayStillEdit = canEdit || session.hasExpired || !session.isChecked;
  const isEditing = mode === 'edit' && mayStillEdit;
  const canManage = can.changeEvents(session) && (isEditing || !canEdit);
  const edit = canEdit && (
    <Button look="line" icon={EDIT} onClick={() => setMode('edit')} autoFocus={mode === 'edited'}>
      Edit Profile
    </Button>
  );
  const view = <ProfileView artist={artist} action={edit} />;
  const list = <ArtistEvents artist={artist} events={events} />;
  const eventList =
    canManage && events.data ? (
      <ManagedEvents artist={artist} events={events.data} onMore={events.onMore} meanwhile={list} />
    ) : (
      list
    );
  if (isEditing) {
    return (
      <ProfileEditor artist={artist} onDone={() => setMode('edited')} meanwhile={view}>
        {eventList}
      </ProfileEditor>
    );
  }
  return (
    <>
      {view}
      {eventList}
      <PastDates {...past} />
    </>
  );
}
