import '../../styles/work';
import type { List } from '../../api/queries/query-store';
import { isPastEvent } from '../../event-state';
import { longDate } from '../../format';
import { useSite } from '../../site';
import type { Artist, ListedEvent } from '../../types';
import { ConfirmDelete } from '../../ui/dialog/confirm-delete';
import { Count } from '../../ui/list/count';
import { DoneNote } from '../../ui/list/done-note';
import { Empty } from '../../ui/list/empty';
import { ShowMore } from '../../ui/list/show-more';
import { Skeleton } from '../../ui/list/skeleton';
import { Section } from '../../ui/section';
import { EVENTS_TITLE } from '../artist-events';
import { Stub, type TagOf, Ticket } from '../ticket';
import { useAnnouncementTags } from './announce/use-tags';
import { useManagedRow } from './event-editor';
import { AddEventButton, NewEvent } from './new-event';
import { RowActions } from './row-actions';
import { type ManagedEvents as Managed, withSaved } from './use-managed-events';
import { ticketsInWords } from './words';

type Props = {
  artist: Artist;
  events: List<ListedEvent>;
  onMore: () => Promise<boolean>;
  managed: Managed;
  canAdd: boolean;
  /** Whether the person may change this one: an artist may also stand on the bill of somebody else's. */
  canManage: (event: ListedEvent) => boolean;
};

/** A profile's events for people who may add, edit and delete them. */
export function ManagedEvents({ artist, events, onMore, managed, canAdd, canManage }: Props) {
  const tagOf = useAnnouncementTags();
  const { now } = useSite();
  const { marked } = managed;
  const rows = withSaved(events.rows, marked && isPastEvent(marked.event, now) ? null : marked);
  return (
    <Section
      title={EVENTS_TITLE}
      aside={
        <>
          <Count list={events} noun="date" />
          {canAdd && <AddEventButton managed={managed} />}
        </>
      }
      hasControls
    >
      <NewEvent managed={managed} artist={artist} />
      <ShowMore what="events" of={{ data: events, onMore }} skeleton={<Skeleton of="events" />}>
        <ul className="tickets" role="list">
          {rows.map((event) =>
            canManage(event) || isEdited(event, managed) ? (
              <ManagedTicket
                key={event.id}
                artist={artist}
                event={event}
                managed={managed}
                tagOf={tagOf}
              />
            ) : (
              <Ticket key={event.id} event={event} artistId={artist.id} tagOf={tagOf} />
            ),
          )}
        </ul>
      </ShowMore>
      {rows.length === 0 && <Empty title="No upcoming events scheduled." />}
      <DoneNote {...managed.note} />
    </Section>
  );
}

const isEdited = ({ id }: ListedEvent, { opened }: Managed) =>
  opened?.kind === 'edit' && opened.event.id === id;

type TicketProps = { artist: Artist; event: ListedEvent; managed: Managed; tagOf: TagOf };

function ManagedTicket({ artist, event, managed, tagOf }: TicketProps) {
  const { confirm, editor, row, isNew } = useManagedRow(event, managed);
  const date = longDate(event.date);
  if (editor) return <li>{editor}</li>;
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
  return (
    <Ticket
      event={event}
      artistId={artist.id}
      tagOf={tagOf}
      moreFacts={ticketsInWords(event)}
      isMarked={isNew}
      ref={row}
      action={
        <div className="ticket__act">
          <RowActions
            className="event-tools"
            id={event.id}
            name={`${event.venue}, ${date}`}
            managed={managed}
            confirm={confirm}
          />
        </div>
      }
    />
  );
}
