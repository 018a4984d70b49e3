import type { PagedQuery } from '../api/queries/query-store';
import { dateTime, groups, placeOf } from '../event-state';
import { countedList, longDate } from '../format';
import { paths } from '../paths';
import type { ListedEvent } from '../types';
import { Icon } from '../ui/icon';
import { CHEVRON } from '../ui/icons';
import { ShowMore } from '../ui/list/show-more';
import { Link } from '../ui/router';

/** As many come with the page; a list that was grown was open. */
const FIRST = 20;

/** An artist's past dates by year, closed until somebody asks; nothing when there are none. */
export function PastDates({ list }: { list: PagedQuery<ListedEvent> }) {
  const { data } = list;
  if (!data || data.rows.length === 0) return null;
  return (
    <section className="section" aria-label="Past dates">
      <div className="wrap">
        <details className="past" open={data.rows.length > FIRST}>
          <summary>
            <h2 className="head">Past dates</h2>
            <span className="note">{countedList(data.count, 'date')}</span>
            <Icon shape={CHEVRON} />
          </summary>
          <ShowMore what="past dates" of={list}>
            <div>
              {groups(data.rows, ({ date }) => date.slice(0, 4)).map(([year, events]) => (
                <section key={year} aria-label={year}>
                  <h3>{year}</h3>
                  <ul role="list">
                    {events.map((event) => (
                      <PastRow key={event.id} event={event} />
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          </ShowMore>
        </details>
      </div>
    </section>
  );
}

/** On the artist's own page the venue leads to the event. */
function PastRow({ event }: { event: ListedEvent }) {
  return (
    <li className="prow">
      <time dateTime={dateTime(event)}>{longDate(event.date)}</time>
      <Link href={paths.event(event.id)} translate="no" dir="auto">
        {event.status === 'cancelled' ? <s>{event.venue}</s> : event.venue}
      </Link>
      <span dir="auto">{placeOf(event)}</span>
    </li>
  );
}
