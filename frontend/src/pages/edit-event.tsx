import { useState } from 'react';
import { can } from '../account/can';
import { useSession } from '../account/session';
import type { EventRecord } from '../types';
import { lazyComponent } from '../ui/lazy-component';

const EventTools = lazyComponent(
  async () => (await import('../events/edit/event-tools')).EventTools,
);

/** What those who may change events can do with one on its own page. */
export function EditEvent({ event }: { event: EventRecord }) {
  const session = useSession();
  const canChange = can.changeEventsOf(session, event.artist_id);
  const [couldChange, setCouldChange] = useState(false);
  if (canChange && !couldChange) setCouldChange(true);
  // What was typed outlives a session that ran out: it can be saved after signing in again.
  const mayStillEdit = couldChange && (session.hasExpired || !session.isChecked);
  if (!canChange && !mayStillEdit) return null;
  return (
    <div className="wrap edit-event">
      <EventTools event={event} />
    </div>
  );
}
