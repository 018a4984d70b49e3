import '../../styles/work';
import type { EventRecord } from '../../types';
import { draftOf } from './draft';
import { type Choices, EventForm } from './event-form';
import type { EventFormOptions } from './use-event-form';

type Props = {
  event: EventRecord;
  keepAs: string;
  /** What is kept was typed into an older version of the event. */
  isStale: boolean;
  /** The artists to choose from; elsewhere than in the panel the event keeps its own. */
  choices?: Choices | undefined;
  onSaved?: EventFormOptions['onSaved'];
  /** Saved or cancelled. */
  onDone: () => void;
  /** Closed, with what was typed kept. */
  onFold: () => void;
};

/** A saved event being edited, in its row or on its own page. */
export function EventEditor({ event, choices, onSaved, onDone, onFold, ...kept }: Props) {
  return (
    <EventForm
      label={`Edit ${event.artist.name}, ${event.venue}`}
      event={event}
      initial={draftOf(event)}
      {...kept}
      artist={choices ? undefined : event.artist}
      choices={choices}
      onSaved={onSaved ?? onDone}
      onCancel={onDone}
      onFold={onFold}
    />
  );
}
