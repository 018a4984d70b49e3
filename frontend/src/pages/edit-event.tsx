import { useState } from 'react';
import { can } from '../account/can';
import { useSession } from '../account/session';
import type { EventRecord } from '../types';
import { Button } from '../ui/button';
import { EDIT } from '../ui/icons';
import { lazyComponent } from '../ui/lazy-component';

const EventEditor = lazyComponent(
  async () => (await import('../events/edit/event-editor')).EventEditor,
);

/** On an event's own page, for those who may change it: a button, and in its place the form. */
export function EditEvent({ event }: { event: EventRecord }) {
  const session = useSession();
  const [mode, setMode] = useState<'view' | 'edit' | 'edited'>('view');
  // What was typed outlives a session that ran out: it can be saved after signing in again.
  const mayStillEdit = mode === 'edit' && (session.hasExpired || !session.isChecked);
  if (!can.changeEvents(session) && !mayStillEdit) return null;
  const button = (
    <Button look="line" icon={EDIT} autoFocus={mode === 'edited'} onClick={() => setMode('edit')}>
      Edit date
    </Button>
  );
  return (
    <div className="wrap edit-event">
      {mode === 'edit' ? (
        <EventEditor event={event} onDone={() => setMode('edited')} meanwhile={button} />
      ) : (
        button
      )}
    </div>
  );
}
