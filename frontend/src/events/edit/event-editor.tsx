import '../../styles/work';
import type { EventRecord } from '../../types';
import { draftOf } from './draft';
import { type Choice, EventForm } from './event-form';
import type { EventFormOptions } from './use-event-form';

type Props = {
  event: EventRecord;
  keepAs: string;
  /** What is kept was typed into an older version of the event. */
  isStale: boolean;
  /** The artists to choose from; elsewhere than in the panel the event keeps its own. */
  artists?: Choice[] | undefined;
  onSaved?: EventFormOptions['onSaved'];
  /** Saved or cancelled. */
  onDone: () => void;
  /** Closed, with what was typed kept. */
  onFold: () => void;
};

/** A saved event being edited, in its row or on its own page. */
export function EventEditor({ event, artists, onSaved, onDone, onFold, ...kept }: Props) {
  return (
    <EventForm
      label={`Edit ${event.artist.name}, ${event.venue}`}
      event={event}
      initial={draftOf(event)}
      {...kept}
      artist={artists ? undefined : event.artist}
      artists={artists}
      onSaved={onSaved ?? onDone}
      onCancel={onDone}
      onFold={onFold}
    />
  );
}
