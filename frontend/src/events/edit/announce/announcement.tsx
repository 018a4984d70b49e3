import { useState } from 'react';
import { announcementOf } from '../../../announcement';
import { attempt } from '../../../api/client/explain';
import { Button } from '../../../ui/button';
import { focusOnMount } from '../../../ui/focus';
import { Alert } from '../../../ui/message/alert';
import { useChange } from '../../../ui/message/use-change';
import { AnnouncementTag } from './announcement-tag';

type Props = {
  what: 'event' | 'artist';
  /** Undefined for what came with the page, which is announced. */
  publishedAt: string | null | undefined;
  /** Saves the instant of the announcement; left out for people who may not announce it. */
  onAnnounce?: (() => Promise<void>) | undefined;
};

/** On an own page of something, while nobody else sees it: until when, and a way to announce it at once. */
export function Announcement({ what, publishedAt = '', onAnnounce }: Props) {
  const { place, isBusy, failure, run } = useChange<HTMLDivElement>();
  const [wasPressed, setPressed] = useState(false);
  if (!announcementOf({ published_at: publishedAt })) {
    if (!wasPressed) return null;
    return (
      // The pressed button is gone.
      <p className="form__note" role="status" tabIndex={-1} ref={focusOnMount}>
        Announced.
      </p>
    );
  }

  function announce(save: () => Promise<void>): void {
    setPressed(true);
    void run(() => attempt(save), `Not announced: the ${what}.`);
  }
  return (
    <div className="form__note announcement" ref={place}>
      <p>
        <AnnouncementTag publishedAt={publishedAt} />{' '}
        <span>{`Only those who may edit this ${what} see it.`}</span>
      </p>
      {onAnnounce && (
        <Button look="line" isHeld={isBusy} onClick={() => announce(onAnnounce)}>
          Announce now
        </Button>
      )}
      {failure && <Alert message={failure.message} />}
    </div>
  );
}
