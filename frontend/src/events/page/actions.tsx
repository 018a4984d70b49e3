import { flagOf, isOff, isPastEvent } from '../../event-state';
import { dayAndMonth, longDate } from '../../format';
import { isWebAddress, paths } from '../../paths';
import { useSite } from '../../site';
import type { EventRecord, ListedEvent } from '../../types';
import { Icon } from '../../ui/icon';
import { CALENDAR, DOWNLOAD, PICTURE } from '../../ui/icons';
import { Menu, MenuLink } from '../../ui/menu';
import { Link } from '../../ui/router';
import { TicketAction } from '../ticket-action';
import { googleUrl } from './google';
import { Share } from './share';

type Props = { event: EventRecord; more: ListedEvent[] };

/** What one can do about an event: get tickets, note it, tell others. */
export function EventActions({ event, more }: Props) {
  const site = useSite();
  const url = site.url + paths.event(event.id);
  const isPast = isPastEvent(event, site.now);
  const title = `${event.artist.name}, ${event.venue}`;
  return (
    <>
      {isPast ? (
        <TookPlace event={event} next={more.find((one) => !isOff(one))} />
      ) : (
        <Tickets event={event} more={more} />
      )}
      {!isPast && event.status !== 'cancelled' && <CalendarChoices event={event} url={url} />}
      <Share title={title} text={shareText(event)} url={url} />
      {!isPast && (
        <a className="btn btn--line" href={paths.poster(paths.event(event.id))}>
          <Icon shape={PICTURE} />
          Poster
        </a>
      )}
    </>
  );
}

function Tickets({ event, more }: Props) {
  if (event.status === 'cancelled') {
    return <p className="gig__say">This date will not take place.</p>;
  }
  if (event.status === 'postponed') {
    return <p className="gig__say">{`Was planned for ${longDate(event.date)}.`}</p>;
  }
  const isSoldOut = event.ticket_status === 'sold_out';
  const other = isSoldOut && more.find(hasTickets);
  return (
    <>
      <TicketAction event={event} hidesPrice />
      {other && (
        <p className="gig__say">
          There are still tickets for{' '}
          <Link href={paths.event(other.id)}>
            {`${other.location}, ${dayAndMonth(other.date)}`}
          </Link>
          .
        </p>
      )}
    </>
  );
}

function TookPlace({ event, next }: { event: EventRecord; next: ListedEvent | undefined }) {
  return (
    <p className="gig__say">
      <span>{outcome(event)}</span>
      {next && (
        <>
          <span>{' Next: '}</span>
          <Link href={paths.event(next.id)}>{`${next.location}, ${longDate(next.date)}`}</Link>.
        </>
      )}
    </p>
  );
}

function outcome({ status }: EventRecord): string {
  if (status === 'postponed') return 'This date was postponed. A new one is to come.';
  return status === 'cancelled' ? 'This date did not take place.' : 'This date has taken place.';
}

function CalendarChoices({ event, url }: { event: EventRecord; url: string }) {
  const site = useSite();
  const path = paths.eventCalendar(event.id);
  return (
    <Menu label="Calendar" icon={CALENDAR} side="left" subject=": this date">
      {event.status !== 'postponed' && (
        <MenuLink
          href={googleUrl(event, site.timezone, url)}
          icon={CALENDAR}
          text="Google Calendar"
          hint="Opens with the date filled in."
          opensTab
        />
      )}
      <MenuLink
        href={path}
        icon={DOWNLOAD}
        text="Download"
        hint="For every other calendar (.ics)."
        download
      />
    </Menu>
  );
}

function hasTickets(event: ListedEvent): boolean {
  const { ticket_url, ticket_status } = event;
  const isOnSale = !ticket_status || ticket_status === 'on_sale' || ticket_status === 'few_left';
  return isOnSale && isWebAddress(ticket_url ?? '') && !isOff(event);
}

function shareText(event: EventRecord): string {
  const flag = flagOf(event);
  const { artist, venue, location } = event;
  return `${flag ? `${flag}: ` : ''}${artist.name}, ${longDate(event.date)}, ${venue}, ${location}`;
}
