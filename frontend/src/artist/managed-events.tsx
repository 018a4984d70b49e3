import { useState } from 'react';
import { addEvent, deleteEvent } from '../api/events';
import { attempt } from '../api/explain';
import { EventForm } from '../events/event-form';
import { Stub, Ticket } from '../events/ticket';
import { VENUE_TARGET } from '../events/ticket-list';
import { longDate } from '../format';
import { useStore } from '../resource';
import type { Artist, ArtistEvent } from '../types';
import { Button } from '../ui/button';
import { ConfirmDelete, DeleteButton } from '../ui/confirm-delete';
import { Empty } from '../ui/empty';
import { Section } from '../ui/section';
import { useConfirm } from '../ui/use-confirm';

type Props = { title: string; artist: Artist; events: ArtistEvent[] };

/** A profile's events for people who may add and delete them. */
export function ManagedEvents({ title, artist, events }: Props) {
  const store = useStore();
  const [isAdding, setAdding] = useState(false);
  const add = async (event: Pick<ArtistEvent, 'date' | 'venue' | 'location'>) => {
    const failure = await attempt(() => addEvent([{ ...event, artist_id: artist.id }]));
    if (failure) return failure;
    await store.invalidate('music_events');
    setAdding(false);
    return null;
  };
  const toggle = (
    <Button look="line" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
      {isAdding ? 'Cancel' : 'Add Event'}
    </Button>
  );
  return (
    <Section title={title} aside={toggle}>
      {isAdding && <EventForm onAdd={add} />}
      <ul className="tickets">
        {events.map((event) => (
          <ManagedTicket key={event.id} event={event} />
        ))}
      </ul>
      {events.length === 0 && <Empty title="No upcoming events scheduled." />}
    </Section>
  );
}

function ManagedTicket({ event }: { event: ArtistEvent }) {
  const store = useStore();
  const confirm = useConfirm(async () => {
    const failure = await attempt(() => deleteEvent(event.id));
    if (!failure) await store.invalidate('music_events');
    return failure;
  });
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
