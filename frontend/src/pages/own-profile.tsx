import '../styles/work';
import { type ReactNode, useEffect, useState } from 'react';
import { can } from '../account/can';
import { Held } from '../account/held';
import { useSession } from '../account/session/session';
import { useLasting } from '../account/use-lasting';
import { announcementOf } from '../announcement';
import { preparedEventsResource } from '../api/announcements';
import { fetchArtist } from '../api/artists';
import { showSaved, updateArtist } from '../api/edit-artists';
import { artistEventsResource } from '../api/events';
import { type PagedQuery, usePagedList, useStore } from '../api/queries/query-store';
import { Missing } from '../artists/edit/missing';
import { type EditorField, isEditorField, ProfileEditor } from '../artists/edit/profile-editor';
import { draftOfArtist } from '../artists/edit/use-artist-form';
import { ProfileView } from '../artists/profile-view';
import { ArtistEvents } from '../events/artist-events';
import { Announcement } from '../events/edit/announce/announcement';
import { useAnnouncementTags } from '../events/edit/announce/use-tags';
import { ManagedEvents } from '../events/edit/managed-events';
import { useManagedEvents } from '../events/edit/use-managed-events';
import { EDIT_HASH } from '../paths';
import type { Artist, ListedEvent } from '../types';
import { Button } from '../ui/button';
import { EDIT } from '../ui/form/icons';
import { keptDraft } from '../ui/form/kept-drafts';
import { Part } from '../ui/parts/part';

type Props = {
  artist: Artist;
  hasDates: boolean;
  /** The upcoming events, and what stands below them, as visitors see it. */
  list: ReactNode;
  below: ReactNode;
};

/** A profile for somebody who is signed in: its owner, an admin or a music contact can change it here. */
export function OwnProfile({ artist, hasDates, list, below }: Props) {
  const session = useSession();
  const mayPrepare = can.changeEventsOf(session, artist.id);
  const eventsOf = mayPrepare ? preparedEventsResource : artistEventsResource;
  const events = usePagedList(eventsOf(artist.id));
  const managed = useManagedEvents(artist.id);
  const store = useStore();
  // What was half typed is not left out of sight.
  const [mode, setMode] = useState<'view' | 'edit' | 'edited'>(() =>
    managed.isKept || keptDraft(draftOfArtist(artist.id)) ? 'edit' : 'view',
  );
  const [start, setStart] = useState<EditorField>();
  const open = (field?: EditorField) => {
    setStart(field);
    setMode('edit');
  };
  useEditHash(open);
  const canEdit = can.editProfile(session, artist);
  const mayStillEdit = useLasting(canEdit);
  const isEditing = mode === 'edit' && mayStillEdit;
  // A form that is open outlives the session; the way to another one does not.
  const isInUse = useLasting(can.changeEvents(session)) && managed.opened !== null;
  const canManage = isEditing || (!mayStillEdit && (can.changeEvents(session) || isInUse));
  const managedList = canManage && events.data && (
    <Part>
      <ManagedEvents
        artist={artist}
        events={events.data}
        onMore={events.onMore}
        managed={managed}
        canAdd={mayPrepare}
        canManage={(event) => can.changeEventsOf(session, event.artist.id)}
      />
    </Part>
  );
  const unchanged = mayPrepare ? <PreparedEvents artist={artist} events={events} /> : list;
  if (isEditing) {
    return (
      <Held>
        <Part>
          <ProfileEditor
            artist={artist}
            mayUseAnyPicture={can.changeArtists(session)}
            start={start}
            onDone={() => setMode('edited')}
          >
            {managedList || unchanged}
          </ProfileEditor>
        </Part>
      </Held>
    );
  }
  // As it is by now: somebody may have changed it since the page was opened.
  const announce = async () => {
    const newest = await fetchArtist(artist.id);
    const announced = { ...newest, published_at: 'now' };
    const row = announcementOf(newest) ? (await updateArtist(announced)).row : newest;
    await showSaved(store, row);
  };
  const edit = canEdit && (
    <Button look="line" icon={EDIT} onClick={() => open()} autoFocus={mode === 'edited'}>
      Edit Profile
    </Button>
  );
  return (
    <>
      <div className="wrap">
        <Announcement
          what="artist"
          publishedAt={artist.published_at}
          onAnnounce={can.changeArtists(session) ? announce : undefined}
        />
      </div>
      {canEdit && <Missing artist={artist} onAdd={open} />}
      <Part>
        <ProfileView artist={artist} hasDates={hasDates} action={edit} />
      </Part>
      {managedList ? <Held>{managedList}</Held> : unchanged}
      {below}
    </>
  );
}

/** The list of visitors, for people who also see what is not announced yet. */
function PreparedEvents({ artist, events }: { artist: Artist; events: PagedQuery<ListedEvent> }) {
  return <ArtistEvents artist={artist} events={events} tagOf={useAnnouncementTags()} />;
}

/** Calls `onEdit` when the address asks for the editor, or for a field of it, and takes the wish out of it. */
function useEditHash(onEdit: (field?: EditorField) => void): void {
  useEffect(() => {
    const look = () => {
      const [hash, field = ''] = location.hash.split('-');
      if (hash !== EDIT_HASH) return;
      history.replaceState(history.state, '', location.pathname + location.search);
      // After the router has moved the focus to the page: the editor's first field takes it from there.
      queueMicrotask(() => onEdit(isEditorField(field) ? field : undefined));
    };
    look();
    addEventListener('popstate', look);
    return () => removeEventListener('popstate', look);
  });
}
