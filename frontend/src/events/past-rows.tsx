import { dateTime } from '../event-state';
import { longDate } from '../format';
import { paths } from '../paths';
import type { ListedEvent } from '../types';
import { Link } from '../ui/router';

type Props = {
  events: ListedEvent[];
  /** On the artist's own page the venue leads to the event. */
  isOwn?: boolean;
};

/** Past dates as plain rows. */
export function PastRows({ events, isOwn = false }: Props) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari takes a list without bullets for no list.
    <ul role="list">
      {events.map((event) => {
        const isCancelled = event.status === 'cancelled';
        const venue = isCancelled ? <s>{event.venue}</s> : event.venue;
        return (
          <li key={event.id} className={isOwn ? 'prow' : 'prow prow--4'}>
            <time dateTime={dateTime(event)}>{longDate(event.date)}</time>
            <Link href={paths.event(event.id)} translate="no" dir="auto">
              {isOwn ? venue : event.artist.name}
            </Link>
            {!isOwn && (
              <span translate="no" dir="auto">
                {venue}
              </span>
            )}
            <span dir="auto">{isCancelled ? 'Cancelled' : event.location}</span>
          </li>
        );
      })}
    </ul>
  );
}

/** The events under the heads that `headOf` gives them, in the order in which they come. */
export function groups(
  events: ListedEvent[],
  headOf: (event: ListedEvent) => string,
): [string, ListedEvent[]][] {
  const found = new Map<string, ListedEvent[]>();
  for (const event of events) {
    const head = headOf(event);
    found.set(head, [...(found.get(head) ?? []), event]);
  }
  return [...found];
}
