import { cityOf, flagOf, isTonight } from '../event-state';
import { dateParts, longDate } from '../format';
import { paths } from '../paths';
import { useSite } from '../site';
import type { ListedEvent } from '../types';
import { Icon } from '../ui/icon';
import { GO } from '../ui/icons';
import { Link } from '../ui/router';
import { Dotted } from '../ui/type/dotted';

type Props = {
  event: ListedEvent;
  /** The date is seen on the stub alone, and read out in full all the same; of the place only the city is told. */
  isBrief?: boolean;
};

/** An event in a short list: a small stub, who plays and where. All of it is one link. */
export function DateHit({ event, isBrief = false }: Props) {
  const { now } = useSite();
  const { day, month } = dateParts(event.date);
  const isPostponed = event.status === 'postponed';
  const when = isPostponed ? 'New date to come' : longDate(event.date);
  const place = isBrief ? cityOf(event) : event.location;
  const facts = [isTonight(event, now) && 'Tonight', flagOf(event), `${event.venue}, ${place}`];
  return (
    <li>
      <Link className="hit" href={paths.event(event.id)}>
        <span className="hit__day" aria-hidden="true">
          <b>{isPostponed ? '?' : day}</b>
          <span>{!isPostponed && month}</span>
        </span>
        <span>
          <strong dir="auto" translate="no">
            {event.artist.name}
          </strong>{' '}
          <small>
            <Dotted facts={isBrief ? facts : [...facts, when]} />
            {isBrief && <span className="visually-hidden">{when}</span>}
          </small>
        </span>
        {isBrief && <Icon shape={GO} />}
      </Link>
    </li>
  );
}
