import { can } from '../account/can';
import { useSession } from '../account/session';
import { artistSearch, artistsResource } from '../api/artists';
import { eventSearch, upcomingEventsResource } from '../api/events';
import { useStore } from '../api/query-store';
import { EventForm } from '../events/event-form';
import { useAddEvent, useDeleteEvent } from '../events/use-event-changes';
import { dateParts, longDate } from '../format';
import type { ListedEvent } from '../types';
import { ConfirmDelete, DeleteButton } from '../ui/dialog/confirm-delete';
import { Empty } from '../ui/list/empty';
import { LoadFailure } from '../ui/list/load-failure';
import { ShowMore } from '../ui/list/show-more';
import { ListSearch, useSearchedList } from './list-search';
import { OnlyFor, Pane } from './pane';

export function ManageEvents() {
  const store = useStore();
  const session = useSession();
  const artists = useSearchedList(artistsResource, artistSearch);
  const { data, error, resource, isSearched, field } = useSearchedList(
    upcomingEventsResource,
    eventSearch,
  );
  const { isAdding, toggle, add } = useAddEvent();
  return (
    <Pane title="Manage Events" aside={toggle}>
      {session.isChecked && !can.changeEvents(session) && (
        <OnlyFor>Only admins and music contacts can add or delete events.</OnlyFor>
      )}
      {isAdding && (
        <EventForm artists={artists.data?.rows ?? []} onAdd={add}>
          <ListSearch label="Find an artist" field={artists.field} />
        </EventForm>
      )}
      <ListSearch label="Search events" field={field} />
      {data && data.rows.length > 0 && (
        <ShowMore
          key={resource.key}
          what="events"
          hasMore={data.hasMore}
          onMore={() => store.more(resource)}
        >
          <ul className="rows">
            {data.rows.map((event) => (
              <EventRow key={event.id} event={event} />
            ))}
          </ul>
        </ShowMore>
      )}
      {data?.rows.length === 0 && (
        <Empty title={isSearched ? 'No upcoming events found.' : 'No upcoming events scheduled.'} />
      )}
      {!data && error !== undefined && (
        <LoadFailure what="The events" onRetry={() => void store.load(resource)} />
      )}
    </Pane>
  );
}

function EventRow({ event }: { event: ListedEvent }) {
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
