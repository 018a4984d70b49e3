import { lazy, Suspense } from 'react';
import { artistEventsResource } from '../api/events';
import { TicketSkeletons, VenueTicketList } from '../events/ticket-list';
import { type Snapshot, useStore } from '../resource';
import type { Artist, ArtistEvent } from '../types';
import { Empty } from '../ui/empty';
import { LoadFailure } from '../ui/load-failure';
import { Section } from '../ui/section';

const TITLE = 'Upcoming Events';

const ManagedEvents = lazy(async () => ({
  default: (await import('./managed-events')).ManagedEvents,
}));

type Props = { artist: Artist; events: Snapshot<ArtistEvent[]>; canManage: boolean };

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
  if (data?.length === 0) return <Empty title="No upcoming events scheduled." />;
  if (data) return <VenueTicketList artist={artist.name} events={data} />;
  if (error === undefined) return <TicketSkeletons />;
  const retry = () => void store.load(artistEventsResource(artist.id));
  return <LoadFailure what="The events" onRetry={retry} />;
}
