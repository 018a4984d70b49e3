import type { ReactNode } from 'react';
import { TicketCard } from '../ui/dialog/ticket-card';

type Props = { title: string; note?: string; children: ReactNode };

/** A card in the middle of a page, for whoever comes by a link. */
export function DoorCard({ title, note, children }: Props) {
  return (
    <div className="door">
      <div className="door__card">
        <TicketCard heading="h1" title={title} note={note}>
          {children}
        </TicketCard>
      </div>
    </div>
  );
}
