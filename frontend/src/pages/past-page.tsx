import '../styles/dates';
import { useMemo } from 'react';
import { isNotFound } from '../api/client/connection';
import { pageResource } from '../api/page';
import { useResource, useStore } from '../api/queries/query-store';
import { dateTime, flagOf, groups, isOff } from '../event-state';
import { countedSoFar, fullDateParts, longDate } from '../format';
import { paths } from '../paths';
import { useSite } from '../site';
import type { ListedEvent, PastDates } from '../types';
import { Empty } from '../ui/list/empty';
import { Skeleton } from '../ui/list/skeleton';
import { Link } from '../ui/router';
import { Bill } from '../ui/type/bill';
import { Lost } from './lost';
import { MissingPage } from './missing-page';
import { useTitle } from './title';

const YEAR_TARGET = 4.2;

/** The past dates of one year. */
export function PastPage({ path }: { path: string }) {
  const store = useStore();
  const resource = useMemo(() => pageResource<PastDates>(path), [path]);
  const { data, error } = useResource(resource);
  if (data) return <Year past={data} />;
  if (isNotFound(error)) return <MissingPage />;
  if (error === undefined) return <Skeleton of="events" />;
  return <Lost onRetry={() => void store.load(resource)} />;
}

function Year({ past }: { past: PastDates }) {
  const site = useSite();
  const year = past.year === null ? '' : `${past.year}`;
  useTitle(`Past dates${year && ` ${year}`} – ${site.name}`);
  return (
    <div className="wrap page-top">
      <div className="yearname measure">
        <h1>
          {year ? (
            <>
              <span className="visually-hidden">Past dates, </span>
              <Bill text={year} target={YEAR_TARGET} />
            </>
          ) : (
            'Past dates'
          )}
        </h1>
      </div>
      {year ? <Dates past={past} /> : <Empty title="No date has taken place yet." />}
    </div>
  );
}

function Dates({ past: { year, years, events, event_count: count } }: { past: PastDates }) {
  return (
    <>
      <nav className="years" aria-label="Years">
        {years.map((one) => (
          <a key={one} href={paths.past(one)} aria-current={one === year ? 'page' : undefined}>
            {one}
          </a>
        ))}
      </nav>
      <p className="years__count">{countedSoFar({ rows: events, count }, 'date')}</p>
      <div className="months">
        {groups(events, ({ date }) => fullDateParts(date).month).map(([month, ofMonth]) => (
          <section key={month} aria-labelledby={month}>
            <h2 id={month}>{month}</h2>
            {/* biome-ignore lint/a11y/noRedundantRoles: Safari takes a list without bullets for no list. */}
            <ul role="list">
              {ofMonth.map((event) => (
                <PastRow key={event.id} event={event} />
              ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  );
}

function PastRow({ event }: { event: ListedEvent }) {
  return (
    <li className="prow prow--4">
      <time dateTime={dateTime(event)}>{longDate(event.date)}</time>
      <Link href={paths.event(event.id)} translate="no" dir="auto">
        {event.artist.name}
      </Link>
      <span translate="no" dir="auto">
        {event.status === 'cancelled' ? <s>{event.venue}</s> : event.venue}
      </span>
      <span dir="auto">{isOff(event) ? flagOf(event) : event.location}</span>
    </li>
  );
}
