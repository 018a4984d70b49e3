import { nextDateResource } from '../api/events';
import { useResource } from '../api/queries/query-store';
import { cityOf, isPastEvent, isTonight } from '../event-state';
import { fullDateParts } from '../format';
import { paths } from '../paths';
import { useSite } from '../site';
import type { ListedEvent } from '../types';
import { Icon } from '../ui/icon';
import { GO } from '../ui/icons';
import { Link } from '../ui/router';

/** When the artist plays next, as the stub of a ticket; on the day the whole of it is pink. Nothing without a date. */
export function NextDate({ artistId }: { artistId: string }) {
  const { data, error } = useResource(nextDateResource(artistId));
  // Keeps its place while it is loaded: the name stands on it.
  if (data === undefined) return error === undefined && <div className="next next--room" />;
  return data && <Next event={data} />;
}

function Next({ event }: { event: ListedEvent }) {
  const { now } = useSite();
  if (isPastEvent(event, now)) return null;
  const isOn = isTonight(event, now);
  const { weekday, day, month } = fullDateParts(event.date);
  const date = `${day} ${month.slice(0, 3)}`;
  const city = cityOf(event);
  const when = isOn
    ? ['Tonight', event.start_time].filter(Boolean).join(', ')
    : `Next: ${weekday.slice(0, 3)} ${date}`;
  return (
    <Link className={isOn ? 'next next--on' : 'next'} href={paths.event(event.id)}>
      <span className="visually-hidden">{`${when}, ${event.venue}, ${city}`}</span>
      <span className="next__when" aria-hidden="true">
        <small>{isOn ? 'Tonight' : 'Next'}</small>
        <span>{isOn ? event.start_time : date}</span>
      </span>
      <span className="next__where" aria-hidden="true" dir="auto">
        <span>{city}</span>
        <small>{event.venue}</small>
      </span>
      <Icon shape={GO} />
    </Link>
  );
}
