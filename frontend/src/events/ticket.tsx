import type { ReactNode } from 'react';
import { dateParts, longDate } from '../format';
import { Bill } from '../ui/type/bill';

type Props = {
  date: string;
  title: string;
  titleTarget: number;
  /** The title as a link. */
  link?: ReactNode;
  venue: string;
  location?: string;
  action: ReactNode;
};

/** An event as a ticket. The stub shows the date at a glance, and the body has it in full. */
export function Ticket({ date, title, titleTarget, link, venue, location, action }: Props) {
  return (
    <li className="ticket">
      <Stub date={date} />
      <div className="ticket__body">
        <div className="measure">
          <h3 className="ticket__name">
            <Bill text={title} target={titleTarget}>
              {link}
            </Bill>
          </h3>
          <time className="ticket__date" dateTime={date}>
            {longDate(date)}
          </time>
        </div>
        <div>
          <p className="ticket__venue">{venue}</p>
          {location && <p className="ticket__loc">{location}</p>}
        </div>
        {action}
      </div>
    </li>
  );
}

export function Stub({ date }: { date: string }) {
  const { day, month, year } = dateParts(date);
  return (
    <div className="ticket__stub" aria-hidden="true">
      <span className="ticket__day">{day}</span>
      <span className="ticket__mon">
        <span>{month}</span> <span>{year}</span>
      </span>
    </div>
  );
}
