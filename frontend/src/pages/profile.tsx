import { useMemo } from 'react';
import { useSession } from '../account/session/session';
import { artistEventsResource, pastEventsResource } from '../api/events';
import { usePagedList } from '../api/queries/query-store';
import { ProfileView } from '../artists/profile-view';
import { ArtistEvents } from '../events/artist-events';
import { PastDates } from '../events/past-dates';
import type { Artist } from '../types';
import { lazyComponent } from '../ui/lazy-component';

const OwnProfile = lazyComponent(async () => (await import('./own-profile')).OwnProfile);

/** A profile, with what its owner, music contacts and admins may do. */
export function Profile({ artist }: { artist: Artist }) {
  const { user, waiting } = useSession();
  const person = user ?? waiting;
  const events = usePagedList(useMemo(() => artistEventsResource(artist.id), [artist.id]));
  const past = usePagedList(useMemo(() => pastEventsResource(artist.id), [artist.id]));
  const list = <ArtistEvents artist={artist} events={events} />;
  const pastDates = <PastDates {...past} />;
  const view = (
    <>
      <ProfileView artist={artist} />
      {list}
      {pastDates}
    </>
  );
  if (!person) return view;
  return (
    <OwnProfile key={person.id} artist={artist} list={list} past={pastDates} meanwhile={view} />
  );
}
