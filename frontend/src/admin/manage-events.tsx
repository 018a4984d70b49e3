import { upcomingEventsResource } from '../api/events';
import { EventForm } from '../events/event-form';
import { useAddEvent, useDeleteEvent } from '../events/use-event-changes';
import { dateParts, longDate } from '../format';
import { type Snapshot, useStore } from '../resource';
import { can } from '../session/can';
import { useSession } from '../session/session';
import type { Artist, EventWithArtist } from '../types';
import { ConfirmDelete, DeleteButton } from '../ui/confirm-delete';
import { Empty } from '../ui/empty';
import { LoadFailure } from '../ui/load-failure';
import { OnlyFor, Pane } from './pane';
import './rows.css';

type Props = { artists: Artist[]; events: Snapshot<EventWithArtist[]> };

export function ManageEvents({ artists, events: { data, error } }: Props) {
  const store = useStore();
  const session = useSession();
  const { isAdding, toggle, add } = useAddEvent();
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
  const confirm = useDeleteEvent(event.id);
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
