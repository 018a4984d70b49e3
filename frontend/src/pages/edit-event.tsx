import { can, useSession } from '../account/session/session';
import { useLasting } from '../account/use-lasting';
import type { EventRecord } from '../types';
import { lazyComponent } from '../ui/parts/lazy-component';
import { Part } from '../ui/parts/part';

const EventTools = lazyComponent(
  async () => (await import('../events/edit/event-tools')).EventTools,
  'What you can change here',
);
const LeaveBill = lazyComponent(
  async () => (await import('../events/edit/leave-bill')).LeaveBill,
  'What you can change here',
);

/** What those who may change events can do with one on its own page, and owners of whoever else plays. */
export function EditEvent({ event }: { event: EventRecord }) {
  const session = useSession();
  const canChange = can.changeEventsOf(session, event.artist_id);
  const could = useLasting(canChange);
  const leaving = event.lineup.filter(({ artist_id }) => can.leaveBill(session, artist_id));
  if (!could && leaving.length === 0) return null;
  return (
    <div className="wrap edit-event">
      <Part>
        {could ? (
          <EventTools
            key={(session.user ?? session.waiting)?.id}
            event={event}
            canChange={canChange}
          />
        ) : (
          leaving.map((act) => <LeaveBill key={act.id} event={event} act={act} />)
        )}
      </Part>
    </div>
  );
}
