import '../styles/work';
import type { List } from '../api/query-store';
import { longDate } from '../format';
import type { Artist, ListedEvent } from '../types';
import { ConfirmDelete, DeleteButton } from '../ui/dialog/confirm-delete';
import { Empty } from '../ui/list/empty';
import { ShowMore } from '../ui/list/show-more';
import { Skeleton } from '../ui/list/skeleton';
import { Section } from '../ui/section';
import { EVENTS_TITLE } from './artist-events';
import { EventForm } from './event-form';
import { Stub, Ticket } from './ticket';
import { useAddEvent, useDeleteEvent } from './use-event-changes';

type Props = { artist: Artist; events: List<ListedEvent>; onMore: () => Promise<boolean> };

/** A profile's events for people who may add and delete them. */
export function ManagedEvents({ artist, events, onMore }: Props) {
  const { isAdding, toggle, add } = useAddEvent();
  return (
    <Section title={EVENTS_TITLE} aside={toggle}>
      {isAdding && <EventForm onAdd={(event) => add([{ ...event, artist_id: artist.id }])} />}
      <ShowMore
        what="events"
        hasMore={events.hasMore}
        onMore={onMore}
        skeleton={<Skeleton of="events" />}
      >
        <ul className="tickets">
          {events.rows.map((event) => (
            <ManagedTicket key={event.id} event={event} />
          ))}
        </ul>
      </ShowMore>
      {events.rows.length === 0 && <Empty title="No upcoming events scheduled." />}
    </Section>
  );
}

function ManagedTicket({ event }: { event: ListedEvent }) {
  const confirm = useDeleteEvent(event.id);
  const date = longDate(event.date);
  if (confirm.isAsking) {
    return (
      <li className="ticket is-confirm">
        <Stub event={event} />
        <ConfirmDelete
          className="ticket__body"
          confirm={confirm}
          question="Delete this event?"
          subject={`${event.venue}, ${event.location}, ${date}`}
          action="Delete event"
        />
      </li>
    );
  }
  const action = <DeleteButton confirm={confirm} name={`${event.venue}, ${date}`} />;
  return <Ticket event={event} artistId={event.artist.id} action={action} />;
}
