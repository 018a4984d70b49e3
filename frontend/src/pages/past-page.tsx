import '../styles/dates';
import { isNotFound } from '../api/client/connection';
import { pageResource } from '../api/page';
import { useResource } from '../api/queries/query-store';
import { dateTime, groups, placeOf } from '../event-state';
import { countedSoFar, fullDateParts, longDate, periodInWords } from '../format';
import { paths } from '../paths';
import { useSite } from '../site';
import type { PastDates, PastEvent } from '../types';
import { Empty } from '../ui/list/empty';
import { Skeleton } from '../ui/list/skeleton';
import { Link } from '../ui/router';
import { Bill } from '../ui/type/bill';
import { Lost } from './lost';
import { MissingPage } from './missing-page';
import { useWords } from './words';

const YEAR_TARGET = 4.2;

/** The past dates of a year, or of a part of one that is long. */
export function PastPage({ path }: { path: string }) {
  const { data, error, onRetry } = useResource(pageResource<PastDates>(path));
  if (data) return <Past past={data} />;
  if (isNotFound(error)) return <MissingPage />;
  if (error === undefined) return <Skeleton of="events" />;
  return <Lost onRetry={onRetry} />;
}

function Past({ past }: { past: PastDates }) {
  const site = useSite();
  const words = past.period === null ? '' : periodInWords(past.period);
  const name = `Past dates${words && ` ${words}`}`;
  const description = `${site.name}: the dates of ${words}.`;
  useWords({ title: `${name} – ${site.name}`, name, description });
  return (
    <div className="wrap page-top">
      <div className="yearname measure">
        <h1>
          {past.period === null ? (
            'Past dates'
          ) : (
            <Heading words={words} year={past.period.slice(0, 4)} />
          )}
        </h1>
      </div>
      {past.period === null ? (
        <Empty title="No date has taken place yet." />
      ) : (
        <>
          <Periods label="Years" links={past.years} of={past} />
          <Periods label="Months" links={past.months} of={past} />
          <Periods label="Days" links={past.days} of={past} />
          <Dates past={past} />
        </>
      )}
    </div>
  );
}

/** The year alone is large; who hears the page is told its month and day too. */
function Heading({ words, year }: { words: string; year: string }) {
  return (
    <>
      <span className="visually-hidden">{`Past dates, ${words.slice(0, -year.length)}`}</span>
      <Bill text={year} target={YEAR_TARGET} />
    </>
  );
}

type PeriodsProps = { label: string; links: string[]; of: PastDates };

function Periods({ label, links, of: { period, shown } }: PeriodsProps) {
  if (links.length === 0) return null;
  const current = (one: string) =>
    one === period ? 'page' : shown?.startsWith(one) ? 'true' : undefined;
  return (
    <nav className="years" aria-label={label}>
      {links.map((one) => (
        <a key={one} href={paths.past(one)} aria-current={current(one)}>
          {shortPeriod(one)}
        </a>
      ))}
    </nav>
  );
}

/** '2026', 'November' or '24', beside the others of its kind. */
function shortPeriod(period: string): string {
  const [first = '', second = ''] = periodInWords(period).split(' ');
  return (second && period.length > 7 ? second : first).replace(',', '');
}

function Dates({ past }: { past: PastDates }) {
  const { events, event_count: count, period, shown } = past;
  const where = shown && shown !== period ? `, ${periodInWords(shown)}` : '';
  return (
    <>
      <p className="years__count">{`${countedSoFar({ rows: events, count }, 'past date')}${where}`}</p>
      <div className="months">
        {groups(events, ({ date }) => fullDateParts(date).month).map(([month, ofMonth]) => (
          <section key={month} aria-labelledby={month}>
            <h2 id={month}>{month}</h2>
            <ul role="list">
              {ofMonth.map((event) => (
                <PastRow key={event.id} event={event} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <Beside newer={past.newer} older={past.older} />
    </>
  );
}

function Beside({ newer, older }: Pick<PastDates, 'newer' | 'older'>) {
  if (!newer && !older) return null;
  return (
    <nav className="years beside" aria-label="Other past dates">
      {older && (
        <a href={paths.past(older)} rel="next">
          {`Earlier: ${periodInWords(older)}`}
        </a>
      )}
      {newer && (
        <a href={paths.past(newer)} rel="prev">
          {`Later: ${periodInWords(newer)}`}
        </a>
      )}
    </nav>
  );
}

function PastRow({ event }: { event: PastEvent }) {
  return (
    <li className="prow prow--4">
      <time dateTime={dateTime(event)}>{longDate(event.date)}</time>
      <Link href={paths.event(event.id)} translate="no" dir="auto">
        {event.artist.name}
      </Link>
      <span translate="no" dir="auto">
        {event.status === 'cancelled' ? <s>{event.venue}</s> : event.venue}
      </span>
      <span dir="auto">{placeOf(event)}</span>
    </li>
  );
}
