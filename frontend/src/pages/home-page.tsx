import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { artistsResource, featuredResource } from '../api/artists';
import { upcomingEventsResource } from '../api/events';
import { ArtistGrid } from '../artist/artist-grid';
import { EmptyHero, Hero, HeroSkeleton } from '../artist/hero';
import { ReleaseBand } from '../artist/release-band';
import { TicketList, TicketSkeletons } from '../events/ticket-list';
import { countedSoFar } from '../format';
import { paths } from '../paths';
import { type ListResource, useResource, useStore } from '../resource';
import { type Found, SearchField } from '../search/search-field';
import { useSite } from '../site';
import type { ArtistCard, EventWithArtist } from '../types';
import { Empty } from '../ui/empty';
import { Growing } from '../ui/growing';
import { LoadFailure } from '../ui/load-failure';
import { Section } from '../ui/section';
import { Skeleton } from '../ui/skeleton';
import { Frame } from './frame';
import { useTitle } from './title';

export function HomePage({ adminButton }: { adminButton: ReactNode }) {
  const site = useSite();
  const featured = useResource(featuredResource);
  const artists = useResource(artistsResource);
  const [found, setFound] = useState<Found | null>(null);
  useTitle(site.name);
  const isKnown = artists.data && (featured.data !== undefined || featured.error !== undefined);
  const hero = featured.data ?? (isKnown ? artists.data?.rows[0] : undefined);
  const isEmpty = artists.data?.rows.length === 0;
  return (
    <Frame head={<HomeHead />} adminButton={adminButton} isBusy={!artists.data && !artists.error}>
      {hero && <Hero artist={hero} />}
      {!hero && (isEmpty ? <EmptyHero title={site.name} /> : <HeroSkeleton />)}
      {hero?.latest_song && <ReleaseBand artist={hero} title={hero.latest_song} />}
      {!isEmpty && <SearchField onFound={setFound} />}
      <ArtistsSection resource={found?.artists ?? artistsResource} isFound={found !== null} />
      <EventsSection resource={found?.events ?? upcomingEventsResource} isFound={found !== null} />
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

/** `isFound`: the list is the answer to a search. */
type SectionProps<T> = { resource: ListResource<T>; isFound: boolean };

function ArtistsSection({ resource, isFound }: SectionProps<ArtistCard>) {
  const store = useStore();
  const { data, error } = useResource(resource);
  const note = data && data.rows.length > 0 && (
    <p className="note">{countedSoFar(data, 'artist')}</p>
  );
  return (
    <Section id="artists" title="Popular Artists" aside={note}>
      {data && data.rows.length > 0 && (
        <Growing
          key={resource.key}
          what="artists"
          hasMore={data.hasMore}
          onMore={() => store.more(resource)}
          skeleton={<ArtistSkeletons />}
        >
          <ArtistGrid artists={data.rows} />
        </Growing>
      )}
      {data?.rows.length === 0 &&
        (isFound ? (
          <Empty title="No artist found." />
        ) : (
          <Empty title="No artists yet." hint="Sign in and add the first one." />
        ))}
      {!data && !error && <ArtistSkeletons />}
      {!data && error !== undefined && (
        <LoadFailure what="The artists" onRetry={() => void store.load(resource)} />
      )}
    </Section>
  );
}

function EventsSection({ resource, isFound }: SectionProps<EventWithArtist>) {
  const store = useStore();
  const { data, error } = useResource(resource);
  const note = data && data.rows.length > 0 && <p className="note">{countedSoFar(data, 'date')}</p>;
  return (
    <Section id="events" title="Upcoming Events" aside={note}>
      {data && data.rows.length > 0 && (
        <Growing
          key={resource.key}
          what="events"
          hasMore={data.hasMore}
          onMore={() => store.more(resource)}
          skeleton={<TicketSkeletons />}
        >
          <TicketList events={data.rows} />
        </Growing>
      )}
      {data?.rows.length === 0 && (
        <Empty title={isFound ? 'No upcoming event found.' : 'No upcoming events scheduled.'} />
      )}
      {!data && !error && <TicketSkeletons />}
      {!data && error !== undefined && (
        <LoadFailure what="The events" onRetry={() => void store.load(resource)} />
      )}
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
