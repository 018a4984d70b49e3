import type { ReactNode, Ref } from 'react';
import { dateTime, flagOf, isOff, isTonight } from '../event-state';
import { dateParts, longDate } from '../format';
import { nightOf } from '../night';
import { paths } from '../paths';
import { useSite } from '../site';
import type { ListedEvent } from '../types';
import { Link } from '../ui/router';
import { Bill } from '../ui/type/bill';
import { Dotted } from '../ui/type/dotted';
import { TicketAction } from './ticket-action';

const ARTIST_TARGET = 8.2;
const VENUE_TARGET = 9.4;

/** Tells people who see an event before it is announced that it is not. */
export type TagOf = (event: ListedEvent) => ReactNode;

type TicketProps = {
  event: ListedEvent;
  /** On this artist's own page the venue is the large line. */
  artistId?: string;
  /** Stands in the place of the way to tickets. */
  action?: ReactNode;
  /** What is known beside doors and start, such as the price where `action` has taken its place. */
  moreFacts?: string[];
  tagOf?: TagOf | undefined;
  /** It was just saved. */
  isMarked?: boolean;
  ref?: Ref<HTMLLIElement>;
};

/** An event as a ticket. The stub shows the date at a glance, and the body has it in full. */
export function Ticket(props: TicketProps) {
  const mark = props.isMarked ? 'is-new' : '';
  return (
    <li className={`ticket ${useLook(props.event)} ${mark}`} ref={props.ref} tabIndex={-1}>
      <Stub event={props.event} />
      <TicketBody {...props} />
    </li>
  );
}

type DayProps = { events: ListedEvent[]; artistId?: string; tagOf?: TagOf | undefined };

/** Several events of one day, which share a stub. */
export function DayTicket({ events, ...whose }: DayProps) {
  const [first] = events as [ListedEvent];
  return (
    <li className={`ticket ticket--day ${useLook(first)}`}>
      <Stub event={{ ...first, start_time: null }} />
      <ul className="ticket__lines" role="list">
        {events.map((event) => (
          <li key={event.id}>
            <TicketBody event={event} {...whose} />
          </li>
        ))}
      </ul>
    </li>
  );
}

function useLook(event: ListedEvent): string {
  const { now } = useSite();
  if (isOff(event)) return 'is-off';
  return isTonight(event, now) ? 'is-tonight' : '';
}

function TicketBody({ event, artistId, action, moreFacts = [], tagOf }: TicketProps) {
  const isOwn = artistId !== undefined;
  const title = isOwn ? event.venue : event.artist.name;
  const href = isOwn ? paths.event(event.id) : paths.artist(event.artist.id);
  return (
    <div className="ticket__body">
      <div className="measure">
        <Flag event={event} />
        {tagOf?.(event)}
        <h3 className={event.status === 'cancelled' ? 'ticket__name is-struck' : 'ticket__name'}>
          <Bill text={title} target={isOwn ? VENUE_TARGET : ARTIST_TARGET}>
            <Link className={isOwn ? 'ticket__event' : undefined} href={href}>
              {title}
            </Link>
          </Bill>
        </h3>
        <When event={event} isLink={!isOwn} />
        <With names={othersOf(event, artistId)} />
      </div>
      <div>
        {isOwn || <Line name="venue" text={event.venue} />}
        <Line name={isOwn ? 'venue' : 'loc'} text={event.location} />
        <Facts event={event} more={moreFacts} />
      </div>
      {action ?? <TicketAction event={event} />}
    </div>
  );
}

function With({ names }: { names: string[] }) {
  if (names.length === 0) return null;
  return (
    <p className="ticket__with">
      <i>with</i> <span translate="no">{names.join(', ')}</span>
    </p>
  );
}

/** Who plays besides the artist whose page it is, or else besides the headliner. */
function othersOf({ artist, lineup }: ListedEvent, artistId = artist.id): string[] {
  const acts = [{ name: artist.name, artist_id: artist.id }, ...lineup];
  return acts.filter((act) => act.artist_id !== artistId).map(({ name }) => name);
}

function Flag({ event }: { event: ListedEvent }) {
  const flag = flagOf(event);
  return flag && <p className="ticket__flag">{flag}</p>;
}

function Line({ name, text }: { name: 'venue' | 'loc'; text: string }) {
  return (
    <p className={`ticket__${name}`} translate="no" dir="auto">
      {text}
    </p>
  );
}

/** The date in full, which leads to the event's own page where nothing else does, and the date that it was moved from. */
function When({ event, isLink }: { event: ListedEvent; isLink: boolean }) {
  const { now } = useSite();
  const date = (
    <>
      {isTonight(event, now) && <span>{'Tonight, '}</span>}
      <time dateTime={dateTime(event)}>{longDate(event.date)}</time>
    </>
  );
  return (
    <>
      {isLink ? (
        <Link className="ticket__when ticket__event" href={paths.event(event.id)}>
          {date}
        </Link>
      ) : (
        <p className="ticket__when">{date}</p>
      )}
      {event.previous_date && (
        <s className="ticket__former">
          <span className="visually-hidden">Former date: </span>
          <span>{longDate(event.previous_date)}</span>
        </s>
      )}
    </>
  );
}

function Facts({ event, more }: { event: ListedEvent; more: string[] }) {
  const { door_time: doors, start_time: start } = event;
  const night = nightOf(event);
  const facts = [
    ...(doors ? [`Doors ${doors}`] : []),
    ...(start ? [`Start ${start}`] : []),
    ...(night ? [`The ${night}`] : []),
    ...more,
  ];
  if (facts.length === 0) return null;
  return (
    <p className="ticket__facts">
      <Dotted facts={facts} />
    </p>
  );
}

export function Stub({ event }: { event: ListedEvent }) {
  const { now } = useSite();
  const isOpen = event.status === 'postponed';
  const { day, month, year } = dateParts(event.date);
  return (
    <div className="ticket__stub" aria-hidden="true">
      {isTonight(event, now) && <span className="ticket__on">Tonight</span>}
      <span className="ticket__day">{isOpen ? '?' : day}</span>
      <span className="ticket__mon">
        <span>{isOpen ? 'New' : month}</span> <span>{isOpen ? 'date' : year}</span>
        {!isOpen && event.start_time && <span className="ticket__start">{event.start_time}</span>}
      </span>
    </div>
  );
}
