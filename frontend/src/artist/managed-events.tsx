import { artistEventsResource } from '../api/events';
import { EventForm } from '../events/event-form';
import { Stub, Ticket } from '../events/ticket';
import { VENUE_TARGET } from '../events/ticket-list';
import { useAddEvent, useDeleteEvent } from '../events/use-event-changes';
import { longDate } from '../format';
import { type List, useStore } from '../resource';
import type { Artist, ArtistEvent } from '../types';
import { Awaited } from '../ui/awaited';
import { ConfirmDelete, DeleteButton } from '../ui/confirm-delete';
import { Empty } from '../ui/empty';
import { Growing } from '../ui/growing';
import { Section } from '../ui/section';
import { EVENTS_TITLE } from './profile-events';

type Props = { artist: Artist; events: List<ArtistEvent> };

/** A profile's events for people who may add and delete them. */
export function ManagedEvents({ artist, events }: Props) {
  const store = useStore();
  const { isAdding, toggle, add } = useAddEvent();
  return (
    <Section title={EVENTS_TITLE} aside={toggle}>
      {isAdding && <EventForm onAdd={(event) => add([{ ...event, artist_id: artist.id }])} />}
      <Growing
        what="events"
        hasMore={events.hasMore}
        onMore={() => store.more(artistEventsResource(artist.id))}
        skeleton={<Awaited place="events" />}
      >
        <ul className="tickets">
          {events.rows.map((event) => (
            <ManagedTicket key={event.id} event={event} />
          ))}
        </ul>
      </Growing>
      {events.rows.length === 0 && <Empty title="No upcoming events scheduled." />}
    </Section>
  );
}

function ManagedTicket({ event }: { event: ArtistEvent }) {
  const confirm = useDeleteEvent(event.id);
  const date = longDate(event.date);
  if (confirm.isAsking) {
    return (
      <li className="ticket is-confirm">
        <Stub date={event.date} />
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
  return (
    <Ticket
      date={event.date}
      title={event.venue}
      titleTarget={VENUE_TARGET}
      venue={event.location}
      action={action}
    />
  );
}
