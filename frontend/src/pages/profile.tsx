import { useMemo } from 'react';
import { useSession } from '../account/session';
import { usePagedList } from '../api/query-store';
import { artistEventsResource } from '../api/resources';
import { loadStyle, WORK } from '../app/styles';
import { ProfileView } from '../artists/profile-view';
import { ArtistEvents } from '../events/artist-events';
import type { Artist } from '../types';
import { later } from '../ui/lazy-component';

const SignedInProfile = later(async () => {
  const [part] = await Promise.all([import('./signed-in-profile'), loadStyle(WORK)]);
  return part.SignedInProfile;
});

/** A profile as everybody sees it, until it is known that somebody is signed in who may do more. */
export function Profile({ artist }: { artist: Artist }) {
  const { user, hasExpired } = useSession();
  const events = usePagedList(useMemo(() => artistEventsResource(artist.id), [artist.id]));
  const view = (
    <>
      <ProfileView artist={artist} />
      <ArtistEvents artist={artist} events={events} />
    </>
  );
  if (!user && !hasExpired) return view;
  return <SignedInProfile artist={artist} events={events} meanwhile={view} />;
}
