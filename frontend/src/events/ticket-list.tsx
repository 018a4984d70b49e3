import { longDate } from '../format';
import { paths } from '../paths';
import type { ArtistEvent, EventWithArtist } from '../types';
import { Button } from '../ui/button';
import { Link } from '../ui/router';
import { Ticket } from './ticket';

const ARTIST_TARGET = 8.2;
export const VENUE_TARGET = 9.4;

/** The home page's events: the artist is the large line. */
export function TicketList({ events }: { events: EventWithArtist[] }) {
  return (
    <ul className="tickets">
      {events.map((event) => (
        <Ticket
          key={event.id}
          date={event.date}
          title={event.artist.name}
          titleTarget={ARTIST_TARGET}
          link={<Link href={paths.artist(event.artist.id)}>{event.artist.name}</Link>}
          venue={event.venue}
          location={event.location}
          action={<GetTickets artist={event.artist.name} event={event} />}
        />
      ))}
    </ul>
  );
}

/** One artist's events: the venue is the large line. */
export function VenueTicketList({ artist, events }: { artist: string; events: ArtistEvent[] }) {
  return (
    <ul className="tickets">
      {events.map((event) => (
        <Ticket
          key={event.id}
          date={event.date}
          title={event.venue}
          titleTarget={VENUE_TARGET}
          venue={event.location}
          action={<GetTickets artist={artist} event={event} />}
        />
      ))}
    </ul>
  );
}

/** Does nothing yet: events have no ticket links. */
function GetTickets({ artist, event }: { artist: string; event: ArtistEvent }) {
  return (
    <Button
      look="tix"
      aria-label={`Get Tickets, ${artist}, ${longDate(event.date)}, ${event.venue}`}
    >
      Get Tickets
    </Button>
  );
}
