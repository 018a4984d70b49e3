import type { Artist, ArtistEvent } from './client';

/** `new Date('2027-02-06')` would be the day before in America: the product's dates are calendar dates. */
export function longDate(date: string): string {
  return new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    year: 'numeric',
    month: 'long',
    day: 'numeric',
  });
}

export function Release({ artist, title }: { artist: Artist; title: string }) {
  return (
    <section className="release">
      <h2>Latest Release</h2>
      <p className="release-title">{title}</p>
      <p>{artist.name}</p>
      <div className="disc" aria-hidden="true">
        <img src={artist.image} alt="" loading="lazy" />
      </div>
    </section>
  );
}

type TicketProps = { event: ArtistEvent; title: string; onDelete?: () => void };

export function Ticket({ event, title, onDelete }: TicketProps) {
  const [year = '', month = '', day = ''] = event.date.split('-');
  return (
    <li className="ticket">
      <div className="stub" aria-hidden="true">
        <span className="day">{Number(day)}</span>
        <span>
          {month} {year}
        </span>
      </div>
      <div className="ticket-body">
        <h3>{title}</h3>
        <time dateTime={event.date}>{longDate(event.date)}</time>
        <p>{event.venue}</p>
        <p className="meta">{event.location}</p>
        {onDelete ? (
          <button className="button" type="button" onClick={onDelete}>
            Delete
          </button>
        ) : (
          <button className="button" type="button">
            Get Tickets
          </button>
        )}
      </div>
    </li>
  );
}

export function Footer() {
  return (
    <footer className="section meta">
      <p>Artists, releases and dates.</p>
      <p>Undercard</p>
    </footer>
  );
}
