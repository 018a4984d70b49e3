import type { ReactNode } from 'react';
import { TICKETS } from '../event-state';
import { dayAndMonth } from '../format';
import { isWebAddress } from '../paths';
import type { ListedEvent } from '../types';
import { Button } from '../ui/button';

type Props = {
  event: ListedEvent;
  /** True where the price stands elsewhere. */
  hidesPrice?: boolean;
};

/** How one gets into an event: a link to the shop, or the words for what there is instead; nothing leads nowhere. */
export function TicketAction({ event, hidesPrice = false }: Props) {
  if (event.status === 'cancelled') return <div className="ticket__act" />;
  const shown = hidesPrice ? { ...event, price: null } : event;
  return <div className="ticket__act">{ways(shown)}</div>;
}

function ways(event: ListedEvent): ReactNode {
  const { price } = event;
  if (event.status === 'postponed') return <Stamp look="plain">New date to come</Stamp>;
  switch (event.ticket_status) {
    case 'sold_out':
      return <Stamp look="out">{TICKETS.sold_out}</Stamp>;
    case 'free':
      return <Stamp>{TICKETS.free}</Stamp>;
    case 'at_door':
      return (
        <Stamp look="plain">
          <span>{TICKETS.at_door}</span>
          {price && <small>{price}</small>}
        </Stamp>
      );
    case 'not_yet':
      return (
        <>
          <Price price={price} />
          <Stamp look="plain">{TICKETS.not_yet}</Stamp>
        </>
      );
    default:
      return (
        <>
          <Price price={price} isScarce={event.ticket_status === 'few_left'} />
          <GetTickets event={event} />
        </>
      );
  }
}

function Stamp({ look, children }: { look?: 'out' | 'plain'; children: ReactNode }) {
  return <p className={look ? `stamp stamp--${look}` : 'stamp'}>{children}</p>;
}

function Price({ price, isScarce }: { price: string | null; isScarce?: boolean }) {
  if (!price && !isScarce) return null;
  return (
    <p className="ticket__price">
      {isScarce && <span className="few">{TICKETS.few_left}</span>} {price && <span>{price}</span>}
    </p>
  );
}

/** Opens the shop. An event without a ticket link has the button all the same, which does nothing. */
function GetTickets({ event }: { event: ListedEvent }) {
  const name = `Get Tickets, ${event.artist.name}, ${dayAndMonth(event.date)}, ${event.venue}`;
  if (!event.ticket_url || !isWebAddress(event.ticket_url)) {
    return (
      <Button look="tix" aria-label={name}>
        Get Tickets
      </Button>
    );
  }
  return (
    <a
      className="btn btn--tix"
      href={event.ticket_url}
      target="_blank"
      rel="noopener"
      aria-label={`${name} (opens in a new tab)`}
      onClick={({ currentTarget }) => tear(currentTarget.closest('.ticket'))}
    >
      Get Tickets
    </a>
  );
}

/** The stub comes off along its perforation, and is back when people are. */
function tear(ticket: Element | null): void {
  const untear = () => ticket?.classList.remove('is-torn');
  ticket?.addEventListener('animationend', untear, { once: true });
  ticket?.classList.add('is-torn');
}
