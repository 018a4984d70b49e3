import type { ReactNode } from 'react';
import { Bill } from '../type/bill';

const TITLE_TARGET = 5.8;

type Props = {
  title: string;
  titleId?: string;
  heading: 'h1' | 'h2';
  /** A line under the title. */
  note?: string | undefined;
  /** A control in the corner of the stub. */
  corner?: ReactNode;
  children: ReactNode;
};

/** A small card in the shape of a ticket: its title on the stub, its content below. */
export function TicketCard({ title, titleId, note, heading: Heading, corner, children }: Props) {
  return (
    <>
      <div className="ticket-card on-stock">
        {corner}
        <Heading className="measure" id={titleId} tabIndex={-1}>
          <Bill text={title} target={TITLE_TARGET} />
        </Heading>
        {note && <p className="ticket-card__note">{note}</p>}
      </div>
      <div className="ticket-card__body">{children}</div>
    </>
  );
}
