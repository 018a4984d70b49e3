import type { ReactNode } from 'react';
import { dateTime, flagOf, isOff, isPastEvent, isTonight } from '../../event-state';
import { fullDateParts, longDate, timeIn } from '../../format';
import { nightOf } from '../../night';
import { useSite } from '../../site';
import type { EventRecord } from '../../types';
import { Icon } from '../../ui/icon';
import { OUT } from '../../ui/icons';
import { Bill } from '../../ui/type/bill';

const DAY_TARGET = 1.2;
const MONTH_TARGET = 4.2;
const WHOLE_MONTH_TARGET = 6.6;
const VENUE_TARGET = 8.6;
const MAP = 'https://www.openstreetmap.org/search?query=';

type Props = {
  event: EventRecord;
  /** The ways to tickets, calendar and friends. */
  children: ReactNode;
};

/** The pink sheet of the poster: the day in the largest numerals of the site, the venue, and what one pays. */
export function Sheet({ event, children }: Props) {
  const { now } = useSite();
  const flag = flagOf(event);
  const isPlain = isOff(event) || isPastEvent(event, now);
  return (
    <section
      className={isPlain ? 'gig gig--off' : 'gig on-stock'}
      aria-label="Date, venue and tickets"
    >
      <div className="wrap">
        <WhenColumn event={event} />
        <div className="gig__what">
          {flag && <p className="gig__flag">{flag}</p>}
          <Place event={event} />
          <div className="gig__low">
            <Facts event={event} />
            <div className="gig__act">{children}</div>
          </div>
        </div>
      </div>
    </section>
  );
}

function WhenColumn({ event }: { event: EventRecord }) {
  const { now } = useSite();
  const { day, weekday, month, year } = fullDateParts(event.date);
  const isOpen = event.status === 'postponed';
  // The month that it was planned for is not the one that it will be in.
  const struck = isOpen ? 'is-struck' : '';
  const headline = isOpen ? 'New date to come' : isTonight(event, now) ? 'Tonight' : weekday;
  return (
    <div className="gig__when">
      <p className="visually-hidden">
        {isTonight(event, now) && <span>{'Tonight, '}</span>}
        <time dateTime={dateTime(event)}>{longDate(event.date)}</time>
      </p>
      <div className="gig__day measure" aria-hidden="true">
        <Bill text={isOpen ? '?' : day} target={DAY_TARGET} />
      </div>
      <div className="gig__side" aria-hidden="true">
        <p className="gig__weekday">{headline}</p>
        <p className={`gig__month measure ${struck}`}>
          <Bill text={month} target={MONTH_TARGET} />
          <Bill text={year} target={MONTH_TARGET} />
        </p>
        {event.start_time && <p className="gig__start">{event.start_time}</p>}
        <div className={`gig__whole measure ${struck}`}>
          <Bill text={`${month} ${year}`} target={WHOLE_MONTH_TARGET} />
        </div>
      </div>
    </div>
  );
}

function Place({ event: { venue, location, previous_date: former } }: { event: EventRecord }) {
  return (
    <div>
      <div className="gig__venue measure">
        <h2 translate="no" dir="auto">
          <Bill text={venue} target={VENUE_TARGET} />
        </h2>
      </div>
      <p className="gig__city">
        <span translate="no" dir="auto">
          {location}
        </span>
        <a
          href={MAP + encodeURIComponent(`${venue}, ${location}`)}
          target="_blank"
          rel="noopener noreferrer"
        >
          Map
          <Icon shape={OUT} />
          <span className="visually-hidden">{` of ${venue} (opens in a new tab)`}</span>
        </a>
      </p>
      {former && (
        <p className="gig__former">
          Moved from <s>{longDate(former)}</s>
        </p>
      )}
    </div>
  );
}

function Facts({ event }: { event: EventRecord }) {
  const site = useSite();
  const { door_time: doors, start_time: start, price, timezone } = event;
  const night = nightOf(event);
  if (!doors && !start && !price) return null;
  const zone = timezone && timezone !== site.timezone ? ` ${timeIn(timezone)}` : '';
  return (
    <dl className="gig__facts">
      {doors && <Fact name="Doors" text={start ? doors : doors + zone} />}
      {start && <Fact name="Start" text={start + zone} />}
      {night && <Fact name="When" text={`The ${night}`} />}
      {price && <Fact name="Price" text={price} />}
    </dl>
  );
}

function Fact({ name, text }: { name: string; text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}
