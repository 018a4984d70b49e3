import { Button } from '../../ui/button';
import { KeptNotice } from '../../ui/form/draft-notice';
import { PLUS } from '../../ui/form/icons';
import { type Choice, type Choices, EventForm } from './event-form';
import type { ManagedEvents } from './use-managed-events';

/** Shows and hides the form for a new event. */
export function AddEventButton({ managed }: { managed: ManagedEvents }) {
  const isOpen = managed.opened?.kind === 'add';
  return (
    <Button
      ref={managed.opener}
      look="line"
      aria-expanded={isOpen}
      onClick={isOpen ? managed.cancel : () => managed.openNew()}
      {...(isOpen ? {} : { icon: PLUS })}
    >
      {isOpen ? 'Cancel' : 'Add Event'}
    </Button>
  );
}

type Props = {
  managed: ManagedEvents;
  /** The artist of a profile. */
  artist?: Choice;
  choices?: Choices;
};

/** The form for a new event, above the list. */
export function NewEvent({ managed, artist, choices }: Props) {
  const { opened, onSaved } = managed;
  return (
    <>
      <KeptNotice isKept={managed.isKept} />
      {opened?.kind === 'add' && (
        <EventForm
          key={opened.keepAs}
          label="Add Event"
          initial={opened.draft}
          keepAs={opened.keepAs}
          firstChoice={opened.artist}
          artist={artist && (opened.artist ?? artist)}
          choices={choices}
          isSentAsList={artist !== undefined}
          onSaved={onSaved}
          onFold={managed.fold}
        />
      )}
    </>
  );
}
