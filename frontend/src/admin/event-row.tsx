import { flagOf, TICKETS } from '../event-state';
import { useAnnouncementTags } from '../events/edit/announce/use-tags';
import { useManagedRow } from '../events/edit/event-editor';
import type { Choices } from '../events/edit/event-form';
import { RowActions } from '../events/edit/row-actions';
import type { ManagedEvents } from '../events/edit/use-managed-events';
import { dateParts, longDate } from '../format';
import { nightOf } from '../night';
import type { ListedEvent } from '../types';
import { ConfirmDelete } from '../ui/dialog/confirm-delete';

type Props = {
  event: ListedEvent;
  choices: Choices;
  managed: ManagedEvents;
};

/** An event of the panel's list, or in its place the form that edits it or the question before it is deleted. */
export function EventRow({ event, choices, managed }: Props) {
  const { confirm, editor, row, isNew } = useManagedRow(event, managed, choices);
  if (editor) return <li className="row row--form">{editor}</li>;
  const { artist, venue } = event;
  const date = longDate(event.date);
  const look = confirm.isAsking ? 'is-confirm' : isNew ? 'is-new' : '';
  return (
    <li
      className={`row ${event.status === 'cancelled' ? 'row--off' : ''} ${look}`}
      tabIndex={-1}
      ref={row}
    >
      <RowDate event={event} />
      {confirm.isAsking ? (
        <ConfirmDelete
          confirm={confirm}
          question="Delete this event?"
          subject={`${artist.name}, ${venue}, ${date}`}
          action="Delete event"
        />
      ) : (
        <>
          <RowText event={event} />
          <RowActions
            className="row__act"
            id={event.id}
            name={`${artist.name} at ${venue}, ${date}`}
            managed={managed}
            confirm={confirm}
          />
        </>
      )}
    </li>
  );
}

function RowDate({ event }: { event: ListedEvent }) {
  const { day, month } = dateParts(event.date);
  return (
    <div className="row__date" aria-hidden="true">
      <b>{day}</b>
      <span>{month}</span>
    </div>
  );
}

function RowText({ event }: { event: ListedEvent }) {
  const { artist, venue, location, date, start_time, previous_date, status, ticket_status } = event;
  const flag = flagOf(event);
  const night = nightOf(event);
  const tagOf = useAnnouncementTags();
  const tickets = ticket_status === 'few_left' || ticket_status === 'sold_out';
  return (
    <div>
      <p className="row__t">
        <span translate="no" dir="auto">
          {artist.name}
        </span>
        {flag && (
          <span className={status === 'moved' ? 'tag tag--line' : 'tag tag--warn'}>{flag}</span>
        )}
        {tagOf(event)}
        {!flag && tickets && <span className="tag tag--line">{TICKETS[ticket_status]}</span>}
      </p>
      <p className="row__s">
        <span translate="no" dir="auto">
          {venue}, {location}
        </span>
        <br />
        <span className="nowrap">{start_time ? `${longDate(date)},` : longDate(date)}</span>
        {start_time && <span>{` ${start_time}`}</span>}
        {night && <span>{`, the ${night}`}</span>}
        {previous_date && (
          <>
            <br />
            Moved from <span className="nowrap">{longDate(previous_date)}</span>
          </>
        )}
      </p>
    </div>
  );
}
