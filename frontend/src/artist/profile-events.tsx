import { lazy, Suspense } from 'react';
import { artistEventsResource } from '../api/events';
import { TicketSkeletons, VenueTicketList } from '../events/ticket-list';
import { type List, type Snapshot, useStore } from '../resource';
import type { Artist, ArtistEvent } from '../types';
import { Empty } from '../ui/empty';
import { Growing } from '../ui/growing';
import { LoadFailure } from '../ui/load-failure';
import { Section } from '../ui/section';

const TITLE = 'Upcoming Events';

const ManagedEvents = lazy(async () => ({
  default: (await import('./managed-events')).ManagedEvents,
}));

type Props = { artist: Artist; events: Snapshot<List<ArtistEvent>>; canManage: boolean };

export function ProfileEvents({ artist, events, canManage }: Props) {
  const plain = (
    <Section title={TITLE}>
      <EventList artist={artist} events={events} />
    </Section>
  );
  if (!canManage || !events.data) return plain;
  return (
    <Suspense fallback={plain}>
      <ManagedEvents title={TITLE} artist={artist} events={events.data} />
    </Suspense>
  );
}

function EventList({ artist, events: { data, error } }: Omit<Props, 'canManage'>) {
  const store = useStore();
  const resource = artistEventsResource(artist.id);
  if (data?.rows.length === 0) return <Empty title="No upcoming events scheduled." />;
  if (data) {
    return (
      <Growing
        what="events"
        hasMore={data.hasMore}
        onMore={() => store.more(resource)}
        skeleton={<TicketSkeletons />}
      >
        <VenueTicketList artist={artist.name} events={data.rows} />
      </Growing>
    );
  }
  if (error === undefined) return <TicketSkeletons />;
  return <LoadFailure what="The events" onRetry={() => void store.load(resource)} />;
}
