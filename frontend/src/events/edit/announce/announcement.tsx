import { useState } from 'react';
import { siteNow, updateEvent } from '../../../api/edit-events';
import { eventResource } from '../../../api/events';
import { attempt } from '../../../api/explain';
import { useStore } from '../../../api/query-store';
import { useSite } from '../../../site';
import type { EventRecord } from '../../../types';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { announcementOf } from '../draft';
import { AnnouncementTag } from './announcement-tag';

/** On an event's own page, while nobody else sees it: until when, and a way to announce it at once. */
export function Announcement({ event }: { event: EventRecord }) {
  const { timezone } = useSite();
  const store = useStore();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  if (!announcementOf(event)) return null;

  async function announce(): Promise<void> {
    setBusy(true);
    const failed = await attempt(async () => {
      const saved = await updateEvent(event, { published_at: (await siteNow()).toISOString() });
      const resource = eventResource(event.id);
      store.set(resource, saved);
      await store.invalidate(['music_events'], resource);
    });
    setFailure(failed?.message ?? '');
    setBusy(false);
  }
  return (
    <div className="form__note announcement">
      <p>
        <AnnouncementTag publishedAt={event.published_at ?? null} timezone={timezone} /> Only those
        who may edit this event see it.
      </p>
      <Button look="line" disabled={isBusy} onClick={() => void announce()}>
        Announce now
      </Button>
      {failure && <Alert message={failure} />}
    </div>
  );
}
