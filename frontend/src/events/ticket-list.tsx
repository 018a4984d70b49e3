import { byDay, isPastEvent } from '../event-state';
import { useSite } from '../site';
import type { ListedEvent } from '../types';
import { DayTicket, type TagOf, Ticket } from './ticket';

type Props = {
  events: ListedEvent[];
  /** On this artist's own page the venue is the large line. */
  artistId?: string;
  tagOf?: TagOf | undefined;
};

/** Upcoming events as tickets, those of one day under one stub. What ends while the page is open leaves it. */
export function TicketList({ events, artistId, tagOf }: Props) {
  const { now } = useSite();
  const upcoming = events.filter((event) => !isPastEvent(event, now));
  const whose = artistId === undefined ? {} : { artistId, tagOf };
  return (
    <ul className="tickets" role="list">
      {byDay(upcoming, now).map((day) => {
        const [first] = day as [ListedEvent];
        return day.length > 1 ? (
          <DayTicket key={first.id} events={day} {...whose} />
        ) : (
          <Ticket key={first.id} event={first} {...whose} />
        );
      })}
    </ul>
  );
}
