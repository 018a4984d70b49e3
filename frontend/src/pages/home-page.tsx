import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { artistsResource } from '../api/artists';
import { upcomingEventsResource } from '../api/events';
import { ArtistGrid } from '../artist/artist-grid';
import { EmptyHero, Hero, HeroSkeleton } from '../artist/hero';
import { ReleaseBand } from '../artist/release-band';
import { TicketList, TicketSkeletons } from '../events/ticket-list';
import { counted } from '../format';
import { paths } from '../paths';
import { type Snapshot, useResource, useStore } from '../resource';
import { useSite } from '../site';
import type { Artist, EventWithArtist } from '../types';
import { Empty } from '../ui/empty';
import { LoadFailure } from '../ui/load-failure';
import { Section } from '../ui/section';
import { Skeleton } from '../ui/skeleton';
import { Frame } from './frame';
import { useTitle } from './title';

export function HomePage({ adminButton }: { adminButton: ReactNode }) {
  const site = useSite();
  const artists = useResource(artistsResource);
  const events = useResource(upcomingEventsResource);
  useTitle(site.name);
  const hero = artists.data?.find((artist) => artist.is_featured) ?? artists.data?.[0];
  return (
    <Frame head={<HomeHead />} adminButton={adminButton} isBusy={!artists.data && !artists.error}>
      {hero && <Hero artist={hero} />}
      {!hero && (artists.data ? <EmptyHero title={site.name} /> : <HeroSkeleton />)}
      {hero?.latest_song && <ReleaseBand artist={hero} title={hero.latest_song} />}
      <ArtistsSection artists={artists} />
      <EventsSection events={events} />
    </Frame>
  );
}

function HomeHead() {
  const site = useSite();
  return (
    <>
      <Link className="brand" href={paths.home}>
        {site.name}
      </Link>
      <nav className="site-nav" aria-label="Main">
        <a href={paths.artistList}>Artists</a>
        <a href={paths.eventList}>Events</a>
      </nav>
    </>
  );
}

function ArtistsSection({ artists: { data, error } }: { artists: Snapshot<Artist[]> }) {
  const store = useStore();
  const retry = () => void store.load(artistsResource);
  const note = data && data.length > 0 && <p className="note">{counted(data.length, 'artist')}</p>;
  return (
    <Section id="artists" title="Popular Artists" aside={note}>
      {data && data.length > 0 && <ArtistGrid artists={data} />}
      {data?.length === 0 && (
        <Empty title="No artists yet." hint="Sign in and add the first one." />
      )}
      {!data && !error && <ArtistSkeletons />}
      {!data && error !== undefined && <LoadFailure what="The artists" onRetry={retry} />}
    </Section>
  );
}

function EventsSection({ events: { data, error } }: { events: Snapshot<EventWithArtist[]> }) {
  const store = useStore();
  const retry = () => void store.load(upcomingEventsResource);
  const note = data && data.length > 0 && <p className="note">{counted(data.length, 'date')}</p>;
  return (
    <Section id="events" title="Upcoming Events" aside={note}>
      {data && data.length > 0 && <TicketList events={data} />}
      {data?.length === 0 && <Empty title="No upcoming events scheduled." />}
      {!data && !error && <TicketSkeletons />}
      {!data && error !== undefined && <LoadFailure what="The events" onRetry={retry} />}
    </Section>
  );
}

function ArtistSkeletons() {
  return (
    <ul className="grid late" aria-busy="true">
      {['first', 'second', 'third'].map((place) => (
        <li key={place}>
          <Skeleton kind="photo" />
          <Skeleton kind="name" />
          <Skeleton kind="line" />
        </li>
      ))}
    </ul>
  );
}
