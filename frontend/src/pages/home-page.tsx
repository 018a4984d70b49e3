import { type ReactNode, Suspense } from 'react';
import { artistsResource, featuredResource } from '../api/artists';
import { upcomingEventsResource } from '../api/events';
import {
  type List,
  type ListResource,
  usePagedList,
  useResource,
} from '../api/queries/query-store';
import { ArtistGrid } from '../artists/artist-grid';
import { EmptyHero, Hero, HeroSkeleton } from '../artists/hero';
import { ReleaseBand, ReleaseBandSkeleton } from '../artists/release/release-band';
import { EventsAside } from '../events/artist-events';
import { ComingDates } from '../events/coming-dates';
import { TicketList } from '../events/ticket-list';
import { useSite } from '../site';
import { Count } from '../ui/list/count';
import { Empty } from '../ui/list/empty';
import { PagedList } from '../ui/list/paged-list';
import { Part } from '../ui/parts/part';
import { Section } from '../ui/section';
import { Arrival } from './arrival';
import { Frame, SiteHead } from './frame';
import { useWords } from './words';

export function HomePage({ adminButton }: { adminButton: ReactNode }) {
  const site = useSite();
  const featured = useResource(featuredResource);
  const artists = useResource(artistsResource);
  useWords({
    title: site.tagline ? `${site.name} – ${site.tagline}` : site.name,
    name: site.name,
    description: `${site.name}: ${site.tagline ?? 'artists, releases and dates.'}`,
  });
  const isKnown = artists.data && (featured.data !== undefined || featured.error !== undefined);
  const hero = featured.data ?? (isKnown ? artists.data?.rows[0] : undefined);
  const isEmpty = artists.data?.rows.length === 0;
  return (
    <Frame head={<SiteHead />} adminButton={adminButton} isBusy={!artists.data && !artists.error}>
      <Arrival />
      {/* Each boundary comes to life by itself, the one that is pressed first: no phone is held for long. */}
      <Part>
        <Suspense>{hero && <Hero artist={hero} />}</Suspense>
      </Part>
      {!hero && (isEmpty ? <EmptyHero title={site.name} /> : <HeroSkeleton />)}
      <Part>
        <Suspense>
          <ComingDates />
        </Suspense>
      </Part>
      <Part>
        <Suspense>
          {hero?.latest_song && <ReleaseBand artist={hero} title={hero.latest_song} />}
        </Suspense>
      </Part>
      {!hero && !isEmpty && <ReleaseBandSkeleton />}
      <ListSection
        id="artists"
        title="Popular Artists"
        aside={(list) => <Count list={list} noun="artist" />}
        resource={artistsResource}
        empty={<Empty title="No artists yet." />}
      >
        {(artists) => <ArtistGrid artists={artists} />}
      </ListSection>
      <ListSection
        id="events"
        title="Upcoming Events"
        aside={(list) => <EventsAside list={list} />}
        hasControls
        resource={upcomingEventsResource}
        empty={<Empty title="No upcoming events scheduled." />}
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

function ListSection<T>(props: ListSectionProps<T>) {
  const { id, title, aside, hasControls, resource, empty, children } = props;
  const list = usePagedList(resource);
  return (
    <Section id={id} title={title} aside={aside(list.data)} hasControls={hasControls ?? false}>
      <Part>
        <Suspense>
          <PagedList key={resource.key} what={id} empty={empty} {...list}>
            {children}
          </PagedList>
        </Suspense>
      </Part>
    </Section>
  );
}
