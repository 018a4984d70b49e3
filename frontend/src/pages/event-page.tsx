import '../styles/dates';
import { isNotFound } from '../api/client/connection';
import { eventResource, moreDatesResource } from '../api/events';
import { useResource } from '../api/queries/query-store';
import { isOff, isPastEvent } from '../event-state';
import { CalendarMenu } from '../events/calendar-menu';
import { EventActions } from '../events/page/actions';
import { OnTheBill } from '../events/page/on-the-bill';
import { PosterHead } from '../events/page/poster-head';
import { Sheet } from '../events/page/sheet';
import { TicketList } from '../events/ticket-list';
import { fullDateParts } from '../format';
import { idIn } from '../paths';
import { useSite } from '../site';
import type { EventRecord } from '../types';
import { Skeleton } from '../ui/list/skeleton';
import { Section } from '../ui/section';
import { EditEvent } from './edit-event';
import { Lost } from './lost';
import { MissingPage } from './missing-page';
import { useWords } from './words';

/** One date: a poster, and all that is known about it. */
export function EventPage({ path }: { path: string }) {
  const id = idIn('event', path) ?? '';
  const { data: event, error, onRetry } = useResource(eventResource(id));
  if (event) return <WholeEvent event={event} />;
  if (isNotFound(error)) return <MissingPage />;
  if (error === undefined) return <Skeleton of="profile" />;
  return <Lost onRetry={onRetry} />;
}

/** What is new comes first, where it is cut last; as the server writes it into feeds (`marquee/site/event_words.py`). */
function titleOf(event: EventRecord, now: string): string {
  const { artist, venue, location, status, ticket_status } = event;
  const { weekday, day, month, year } = fullDateParts(event.date);
  const isSoldOut = ticket_status === 'sold_out' && !isPastEvent(event, now);
  const state = isOff(event) ? `${status.toUpperCase()}: ` : isSoldOut ? 'SOLD OUT: ' : '';
  const when = `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)} ${year}`;
  return `${state}${artist.name} — ${venue}, ${location} — ${when}`;
}

function WholeEvent({ event }: { event: EventRecord }) {
  const site = useSite();
  const { id, artist, artist_id } = event;
  const { data: more = [] } = useResource(moreDatesResource({ id, artist_id }));
  useWords({ title: titleOf(event, site.now) });
  return (
    <>
      <article>
        <PosterHead event={event} />
        <Sheet event={event}>
          <EventActions event={event} more={more} />
        </Sheet>
        <OnTheBill event={event} />
        <EditEvent event={event} />
      </article>
      {more.length > 0 && (
        <Section
          title={`More dates of ${artist.name}`}
          aside={<CalendarMenu artist={artist} />}
          hasControls
        >
          <TicketList events={more} artistId={artist.id} />
        </Section>
      )}
    </>
  );
}
