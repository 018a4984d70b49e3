import { can, useSession } from '../account/session/session';
import { useLasting } from '../account/use-lasting';
import type { EventRecord } from '../types';
import { lazyComponent } from '../ui/parts/lazy-component';
import { Part } from '../ui/parts/part';

const EventTools = lazyComponent(
  async () => (await import('../events/edit/event-tools')).EventTools,
  'What you can change here',
);

/** What those who may change events can do with one on its own page. */
export function EditEvent({ event }: { event: EventRecord }) {
  const session = useSession();
  const canChange = can.changeEventsOf(session, event.artist_id);
  const could = useLasting(canChange);
  if (!could) return null;
  return (
    <div className="wrap edit-event">
      <Part>
        <EventTools
          key={(session.user ?? session.waiting)?.id}
          event={event}
          canChange={canChange}
        />
      </Part>
    </div>
  );
}
