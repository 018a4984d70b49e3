import { can } from '../account/can';
import { useSession } from '../account/session/session';
import { useLasting } from '../account/use-lasting';
import type { EventRecord } from '../types';
import { lazyComponent } from '../ui/lazy-component';

const EventTools = lazyComponent(
  async () => (await import('../events/edit/event-tools')).EventTools,
);

/** What those who may change events can do with one on its own page. */
export function EditEvent({ event }: { event: EventRecord }) {
  const canChange = useLasting(can.changeEventsOf(useSession(), event.artist_id));
  if (!canChange) return null;
  return (
    <div className="wrap edit-event">
      <EventTools event={event} />
    </div>
  );
}
