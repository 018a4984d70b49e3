import { cityOf } from '../../event-state';
import { dateParts } from '../../format';
import { paths } from '../../paths';
import { WIDE } from '../../pictures';
import { useSite } from '../../site';
import type { ListedEvent, PressKit } from '../../types';
import { Photo } from '../../ui/photo/photo';
import { Bill } from '../../ui/type/bill';
import { PHOTO_SIZES } from './photograph';

const NAME_TARGET = 5.6;
/** As many as fit on a sheet of A4 in two columns. */
const MAX_DATES = 16;

/** The page on paper: black on white, the name, and the dates in two columns. On the screen it is not there. */
export function TourPoster({ kit: { artist, events, event_count } }: { kit: PressKit }) {
  const site = useSite();
  const shown = events.slice(0, MAX_DATES);
  // In letters, as people type it.
  const url = site.url.replace(/^https?:\/\//, '') + decodeURI(paths.artist(artist.id));
  return (
    <section className="poster" aria-label="Tour poster">
      <Photo
        className="poster__photo"
        of={artist}
        alt=""
        widths={WIDE}
        sizes={PHOTO_SIZES}
        width={1280}
        height={690}
      />
      <div className="measure poster__name">
        <p>
          <Bill text={artist.name} target={NAME_TARGET} />
        </p>
      </div>
      <p className="poster__sub">
        <span>{artist.latest_song ?? artist.genre}</span>
        <span>{yearsOf(shown)}</span>
      </p>
      <ul className="poster__dates">
        {shown.map((event) => (
          <PosterDate key={event.id} event={event} />
        ))}
      </ul>
      <p className="poster__foot">
        <b>{site.name}</b>
        <span>{event_count > shown.length ? `All ${event_count} dates: ${url}` : url}</span>
      </p>
    </section>
  );
}

/** 'Tour 2026', 'Tour 2026 – 2027'; nothing without dates. */
function yearsOf(events: ListedEvent[]): string {
  const years = events.map(({ date }) => dateParts(date).year);
  const [first, last] = [years[0], years.at(-1)];
  if (!first) return '';
  return first === last ? `Tour ${first}` : `Tour ${first} – ${last}`;
}

function PosterDate({ event }: { event: ListedEvent }) {
  const { date, venue, status, ticket_status } = event;
  const { day, month } = dateParts(date);
  const news =
    status === 'cancelled' ? ' – cancelled' : ticket_status === 'sold_out' ? ' – sold out' : '';
  return (
    <li className={status === 'cancelled' ? 'is-off' : undefined}>
      <b>{status === 'postponed' ? 'New date' : `${day} ${month}`}</b>
      <span>
        <strong>{`${cityOf(event)}${news}`}</strong>
        <span>{venue}</span>
      </span>
    </li>
  );
}
