import { type ReactNode, Suspense, useState } from 'react';
import { artistsResource, featuredResource } from '../api/artists';
import { upcomingEventsResource } from '../api/events';
import { type List, type ListResource, usePagedList, useResource } from '../api/query-store';
import { ArtistGrid } from '../artists/artist-grid';
import { EmptyHero, Hero, HeroSkeleton } from '../artists/hero';
import { ReleaseBand, ReleaseBandSkeleton } from '../artists/release-band';
import { EventsAside } from '../events/artist-events';
import { TicketList } from '../events/ticket-list';
import { countedSoFar } from '../format';
import { useSite } from '../site';
import type { ArtistCard } from '../types';
import { Empty } from '../ui/list/empty';
import { PagedList } from '../ui/list/paged-list';
import { Section } from '../ui/section';
import { Frame, SiteHead } from './frame';
import { SearchField, type SearchLists } from './search-field';
import { useTitle } from './title';

export function HomePage({ adminButton }: { adminButton: ReactNode }) {
  const site = useSite();
  const featured = useResource(featuredResource);
  const artists = useResource(artistsResource);
  const [found, setFound] = useState<SearchLists | null>(null);
  useTitle(site.name);
  const isKnown = artists.data && (featured.data !== undefined || featured.error !== undefined);
  const hero = featured.data ?? (isKnown ? artists.data?.rows[0] : undefined);
  const isEmpty = artists.data?.rows.length === 0;
  return (
    <Frame head={<SiteHead />} adminButton={adminButton} isBusy={!artists.data && !artists.error}>
      {/* Each boundary comes to life by itself, the one that is pressed first: no phone is held for long. */}
      <Suspense>{hero && <Hero artist={hero} />}</Suspense>
      {!hero && (isEmpty ? <EmptyHero title={site.name} /> : <HeroSkeleton />)}
      <Suspense>
        {hero?.latest_song && <ReleaseBand artist={hero} title={hero.latest_song} />}
      </Suspense>
      {!hero && !isEmpty && <ReleaseBandSkeleton />}
      {!isEmpty && <SearchField onFound={setFound} />}
      <ListSection
        id="artists"
        title="Popular Artists"
        aside={(list) => <Count list={list} />}
        resource={found?.artists ?? artistsResource}
        empty={
          found ? (
            <Empty title="No artists found." />
          ) : (
            <Empty title="No artists yet." hint="Sign in and add the first one." />
          )
        }
      >
        {(artists) => <ArtistGrid artists={artists} />}
      </ListSection>
      <ListSection
        id="events"
        title="Upcoming Events"
        aside={(list) => <EventsAside list={list} />}
        hasControls
        resource={found?.events ?? upcomingEventsResource}
        empty={
          <Empty title={found ? 'No upcoming events found.' : 'No upcoming events scheduled.'} />
        }
      >
        {(events) => <TicketList events={events} />}
      </ListSection>
    </Frame>
  );
}

type ListSectionProps<T> = {
  id: 'artists' | 'events';
  title: string;
  aside: (list: List<T> | undefined) => ReactNode;
  hasControls?: boolean;
  resource: ListResource<T>;
  empty: ReactNode;
  children: (rows: T[]) => ReactNode;
};

function Count({ list }: { list: List<ArtistCard> | undefined }) {
  if (!list || list.rows.length === 0) return null;
  return <p className="note">{countedSoFar(list, 'artist')}</p>;
}

function ListSection<T>(props: ListSectionProps<T>) {
  const { id, title, aside, hasControls, resource, empty, children } = props;
  const list = usePagedList(resource);
  return (
    <Section id={id} title={title} aside={aside(list.data)} hasControls={hasControls ?? false}>
      <Suspense>
        <PagedList key={resource.key} what={id} empty={empty} {...list}>
          {children}
        </PagedList>
      </Suspense>
    </Section>
  );
}
