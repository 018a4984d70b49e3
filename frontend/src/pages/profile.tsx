import { can, useSession } from '../account/session/session';
import { artistEventsResource, pastEventsResource } from '../api/events';
import { type PagedQuery, usePagedList } from '../api/queries/query-store';
import { AlsoHere } from '../artists/also-here';
import { ProfileView } from '../artists/profile-view';
import { ArtistEvents } from '../events/artist-events';
import { PastDates } from '../events/past-dates';
import type { Artist, ListedEvent } from '../types';
import { lazyComponent } from '../ui/parts/lazy-component';
import { Part } from '../ui/parts/part';

const OwnProfile = lazyComponent(
  async () => (await import('./own-profile')).OwnProfile,
  'What you can change here',
);

/** A profile, with what its owner, music contacts and admins may do. */
export function Profile({ artist }: { artist: Artist }) {
  const session = useSession();
  const person = session.user ?? session.waiting;
  const mayChange = can.editProfile(session, artist) || can.changeEventsOf(session, artist.id);
  const events = usePagedList(artistEventsResource(artist.id));
  const past = usePagedList(pastEventsResource(artist.id));
  const list = (
    <Part>
      <ArtistEvents artist={artist} events={events} />
    </Part>
  );
  const hasDates = Boolean(events.data?.count);
  const isBare = !artist.bio?.trim() && !artist.latest_song && isEmpty(events) && isEmpty(past);
  const below = (
    <>
      <Part>
        <PastDates list={past} />
      </Part>
      {isBare && <AlsoHere artistId={artist.id} />}
    </>
  );
  const view = (
    <>
      <Part>
        <ProfileView artist={artist} hasDates={hasDates} />
      </Part>
      {list}
      {below}
    </>
  );
  if (!person) return view;
  return (
    <OwnProfile
      key={person.id}
      artist={artist}
      hasDates={hasDates}
      list={list}
      below={below}
      meanwhile={view}
      isMissed={mayChange}
    />
  );
}

const isEmpty = ({ data }: PagedQuery<ListedEvent>) => data?.count === 0;
