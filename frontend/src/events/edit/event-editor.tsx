import '../../styles/work';
import type { EventRecord, ListedEvent } from '../../types';
import { useReveal } from '../../ui/list/reveal';
import { draftOf } from './draft';
import { type Choices, EventForm } from './event-form';
import type { EventFormOptions } from './use-event-form';
import { type ManagedEvents, useDeleteEvent } from './use-managed-events';

type Props = {
  event: EventRecord;
  keepAs: string;
  /** What is kept was typed into an older version of the event. */
  isStale: boolean;
  /** The artists to choose from; elsewhere than in the panel the event keeps its own. */
  choices?: Choices | undefined;
  onSaved: EventFormOptions['onSaved'];
  onCancel: () => void;
  /** Closed, with what was typed kept. */
  onFold: () => void;
};

/** A saved event being edited, in its row or on its own page. */
export function EventEditor({ event, choices, ...rest }: Props) {
  return (
    <EventForm
      label={`Edit ${event.artist.name}, ${event.venue}`}
      event={event}
      initial={draftOf(event)}
      {...rest}
      artist={choices ? undefined : event.artist}
      choices={choices}
    />
  );
}

/** The row of an event that can be changed: what asks before it is deleted, or the `editor` that stands in its place. */
export function useManagedRow(event: ListedEvent, managed: ManagedEvents, choices?: Choices) {
  const confirm = useDeleteEvent(event, managed.onDeleted);
  const { opened, marked, cancel, fold, onSaved } = managed;
  const isMarked = marked?.event.id === event.id;
  const row = useReveal<HTMLLIElement>(isMarked && marked.takesFocus, marked?.top);
  const isOpen = opened?.kind === 'edit' && opened.event.id === event.id;
  const editor = isOpen && (
    <EventEditor {...opened} choices={choices} onSaved={onSaved} onCancel={cancel} onFold={fold} />
  );
  return { confirm, editor, row, isNew: isMarked && marked.isSaved };
}
