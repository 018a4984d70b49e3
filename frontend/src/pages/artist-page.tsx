import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { artistResource } from '../api/artists';
import { isNotFound } from '../api/errors';
import { artistEventsResource } from '../api/events';
import { Banner } from '../artist/banner';
import { ProfileEvents } from '../artist/profile-events';
import { ProfileSkeleton, ProfileView } from '../artist/profile-view';
import { paths } from '../paths';
import { useResource } from '../resource';
import { can } from '../session/can';
import { useSession } from '../session/session';
import { useSite } from '../site';
import type { Artist } from '../types';
import { Alert } from '../ui/alert';
import { ErrorBoundary } from '../ui/error-boundary';
import { Icon } from '../ui/icon';
import { Frame } from './frame';
import { useTitle } from './title';

const ProfileEditor = lazy(async () => ({
  default: (await import('../artist/profile-editor')).ProfileEditor,
}));

type Props = { id: string; adminButton: ReactNode };

export function ArtistPage({ id, adminButton }: Props) {
  const site = useSite();
  const { data: artist, error } = useResource(useMemo(() => artistResource(id), [id]));
  useTitle(artist ? `${artist.name} – ${site.name}` : site.name);
  if (isNotFound(error) || (error !== undefined && !artist)) {
    return <Redirect to={paths.home} replace />;
  }
  return (
    <Frame head={<BackLink />} adminButton={adminButton} isBusy={!artist}>
      <Banner artist={artist} />
      {artist ? <Profile artist={artist} /> : <ProfileSkeleton />}
    </Frame>
  );
}

function BackLink() {
  return (
    <Link className="back" href={paths.home}>
      <Icon name="back" />
      Back
    </Link>
  );
}

function Unloadable({ children }: { children: ReactNode }) {
  return (
    <>
      <Alert message="The editor could not be loaded. Reload the page and try again." />
      {children}
    </>
  );
}

function Profile({ artist }: { artist: Artist }) {
  const session = useSession();
  const events = useResource(useMemo(() => artistEventsResource(artist.id), [artist.id]));
  const [mode, setMode] = useState<'view' | 'edit' | 'edited'>('view');
  const canEdit = can.editProfile(session, artist);
  // What was typed outlives a session that ran out: it can be saved after signing in again.
  const mayStillEdit = canEdit || session.hasExpired || !session.isChecked;
  const isEditing = mode === 'edit' && mayStillEdit;
  const canManage = can.changeEvents(session) && (isEditing || !canEdit);
  const eventList = <ProfileEvents artist={artist} events={events} canManage={canManage} />;
  const view = (
    <>
      <ProfileView
        artist={artist}
        onEdit={canEdit ? () => setMode('edit') : null}
        wasEdited={mode === 'edited'}
      />
      {eventList}
    </>
  );
  if (!isEditing) return view;
  return (
    <ErrorBoundary fallback={<Unloadable>{view}</Unloadable>}>
      <Suspense fallback={view}>
        <ProfileEditor artist={artist} onDone={() => setMode('edited')}>
          {eventList}
        </ProfileEditor>
      </Suspense>
    </ErrorBoundary>
  );
}
