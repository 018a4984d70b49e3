import { useMemo } from 'react';
import { artistEventsResource } from '../api/resources';
import { later } from '../later';
import { useResource } from '../resource';
import { useSession } from '../session/session';
import { loadStyle, WORK } from '../styles';
import type { Artist } from '../types';
import { ProfileEvents } from './profile-events';
import { ProfileView } from './profile-view';

const SignedInProfile = later(async () => {
  const [part] = await Promise.all([import('./signed-in-profile'), loadStyle(WORK)]);
  return part.SignedInProfile;
});

/** A profile as everybody sees it, until it is known that somebody is signed in who may do more. */
export function Profile({ artist }: { artist: Artist }) {
  const { user, hasExpired } = useSession();
  const events = useResource(useMemo(() => artistEventsResource(artist.id), [artist.id]));
  const view = (
    <>
      <ProfileView artist={artist} />
      <ProfileEvents artist={artist} events={events} />
    </>
  );
  if (!user && !hasExpired) return view;
  return <SignedInProfile artist={artist} events={events} meanwhile={view} />;
}
