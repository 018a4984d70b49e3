import { flagOf, isOff, TICKETS } from '../../event-state';
import { countedList, longDate } from '../../format';
import { nightOf } from '../../night';
import { paths } from '../../paths';
import { useSite } from '../../site';
import type { Artist, ListedEvent } from '../../types';
import { CopyHead } from './copy';

type Props = { artist: Artist; events: ListedEvent[]; count: number };

/** The upcoming dates as a plain table. */
export function PressKitDates({ artist, events, count }: Props) {
  const site = useSite();
  if (events.length === 0) return null;
  const rows = events.map((event) => ({ event, cells: cellsOf(event) }));
  const text = rows.map(({ cells }) => cells.filter(Boolean).join(', ')).join('\n');
  return (
    <section>
      <CopyHead title="Dates" text={text} note={countedList(count, 'date')} />
      <table className="press-kit__dates">
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">Venue</th>
            <th scope="col">City</th>
            <th scope="col">Tickets</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ event, cells: [date, venue, city, tickets] }) => (
            <tr key={event.id}>
              <td>{date}</td>
              <td translate="no">{venue}</td>
              <td translate="no">{city}</td>
              <td>{tickets}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {events.length < count && (
        <p className="press-kit__outcome">{`All ${count} are at ${site.url}${paths.artist(artist.id)}`}</p>
      )}
    </section>
  );
}

function cellsOf(event: ListedEvent): [string, string, string, string] {
  const { date, venue, location, price, ticket_status, status, start_time } = event;
  const day = status === 'postponed' ? 'New date to come' : longDate(date);
  const night = nightOf(event);
  const time = [start_time, night && `the ${night}`].filter(Boolean).join(', ');
  const when = time && status !== 'postponed' ? `${day}, ${time}` : day;
  const news = isOff(event) ? flagOf(event) : ticket_status && TICKETS[ticket_status];
  return [when, venue, location, news ?? price ?? ''];
}
