import { useState } from 'react';
import { addEvent, deleteEvent, upcomingEventsResource } from '../api/events';
import { attempt } from '../api/explain';
import { EventForm } from '../events/event-form';
import { dateParts, longDate } from '../format';
import { type Snapshot, useStore } from '../resource';
import { can } from '../session/can';
import { useSession } from '../session/session';
import type { Artist, EventWithArtist, NewEvent } from '../types';
import { Button } from '../ui/button';
import { ConfirmDelete, DeleteButton } from '../ui/confirm-delete';
import { Empty } from '../ui/empty';
import { LoadFailure } from '../ui/load-failure';
import { useConfirm } from '../ui/use-confirm';
import { OnlyFor, Pane } from './pane';
import './rows.css';

type Props = { artists: Artist[]; events: Snapshot<EventWithArtist[]> };

export function ManageEvents({ artists, events: { data, error } }: Props) {
  const store = useStore();
  const session = useSession();
  const [isAdding, setAdding] = useState(false);
  const add = async (event: NewEvent) => {
    const failure = await attempt(() => addEvent(event));
    if (failure) return failure;
    setAdding(false);
    await store.invalidate('music_events');
    return null;
  };
  const toggle = (
    <Button look="line" aria-expanded={isAdding} onClick={() => setAdding(!isAdding)}>
      {isAdding ? 'Cancel' : 'Add Event'}
    </Button>
  );
  return (
    <Pane title="Manage Events" aside={toggle}>
      {session.isChecked && !can.changeEvents(session) && (
        <OnlyFor>Only admins and music contacts can add or delete events.</OnlyFor>
      )}
      {isAdding && <EventForm artists={artists} onAdd={add} />}
      {data && data.length > 0 && (
        <ul className="rows">
          {data.map((event) => (
            <EventRow key={event.id} event={event} />
          ))}
        </ul>
      )}
      {data?.length === 0 && <Empty title="No upcoming events scheduled." />}
      {!data && error !== undefined && (
        <LoadFailure what="The events" onRetry={() => void store.load(upcomingEventsResource)} />
      )}
    </Pane>
  );
}

function EventRow({ event }: { event: EventWithArtist }) {
  const store = useStore();
  const confirm = useConfirm(async () => {
    const failure = await attempt(() => deleteEvent(event.id));
    if (!failure) await store.invalidate('music_events');
    return failure;
  });
  const { artist, venue, location } = event;
  const date = longDate(event.date);
  const { day, month } = dateParts(event.date);
  return (
    <li className={confirm.isAsking ? 'row is-confirm' : 'row row--one'}>
      <div className="row__date" aria-hidden="true">
        <b>{day}</b>
        <span>{month}</span>
      </div>
      {confirm.isAsking ? (
        <ConfirmDelete
          confirm={confirm}
          question="Delete this event?"
          subject={`${artist.name}, ${venue}, ${date}`}
          action="Delete event"
        />
      ) : (
        <>
          <div>
            <p className="row__t">{artist.name}</p>
            <p className="row__s">
              {venue}, {location}
              <br />
              {date}
            </p>
          </div>
          <div className="row__act">
            <DeleteButton confirm={confirm} name={`${artist.name} at ${venue}, ${date}`} />
          </div>
        </>
      )}
    </li>
  );
}
