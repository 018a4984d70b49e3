import { useId } from 'react';
import { upcomingEventsResource } from '../api/events';
import { usePagedList } from '../api/queries/query-store';
import { isOff, isPastEvent } from '../event-state';
import { countedList } from '../format';
import { paths } from '../paths';
import { useSite } from '../site';
import { DateHit } from './date-hit';

const SHOWN = 3;

/** The dates that come next, for phones, where the list of all stands far below. Nothing without a date. */
export function ComingDates() {
  const { data, error } = usePagedList(upcomingEventsResource);
  const { now } = useSite();
  const headingId = useId();
  // Keeps its place while it is loaded.
  if (!data) return error === undefined && <div className="coming coming--room" />;
  const next = data.rows.filter((event) => !isOff(event) && !isPastEvent(event, now));
  if (next.length === 0) return null;
  return (
    <section className="coming" aria-labelledby={headingId}>
      <div className="wrap">
        <div className="coming__top">
          <h2 className="head" id={headingId}>
            Next
          </h2>
          {data.count > SHOWN && (
            <a className="link" href={paths.eventList}>
              {`All ${countedList(data.count, 'date')}`}
            </a>
          )}
        </div>
        <ul role="list">
          {next.slice(0, SHOWN).map((event) => (
            <DateHit key={event.id} event={event} isBrief />
          ))}
        </ul>
      </div>
    </section>
  );
}
