import { type ReactNode, useState } from 'react';
import type { NewEvent } from '../types';
import { Alert } from '../ui/alert';
import { SelectField, TextField } from '../ui/form/field';
import { SubmitButton } from '../ui/form/submit-button';
import { type Errors, type Refusal, useForm } from '../ui/form/use-form';
import { PLUS } from '../ui/icons';

export type EventDraft = NewEvent;

type Choice = { id: string; name: string };

type Props = {
  /** The artists to choose from; absent where the artist is known. */
  artists?: Choice[];
  /** What narrows that choice. */
  children?: ReactNode;
  onAdd: (event: EventDraft) => Promise<Refusal | null>;
};

const EMPTY: EventDraft = { date: '', venue: '', location: '', artist_id: '' };

export function EventForm({ artists, onAdd, children }: Props) {
  const [chosen, setChosen] = useState<Choice>();
  const { form, field, refusal, isBusy } = useForm<EventDraft>({
    initial: EMPTY,
    check: (draft) => checkEvent(draft, artists !== undefined),
    submit: (draft) =>
      onAdd({ ...draft, venue: draft.venue.trim(), location: draft.location.trim() }),
  });
  const artist = field('artist_id');
  return (
    <form className="addbox" aria-label="Add Event" {...form}>
      <div className={artists ? 'form form--2' : 'form form--3'}>
        {children}
        {artists && (
          <SelectField
            label="Artist"
            placeholder="Select an artist"
            options={withChosen(artists, chosen).map(({ id, name }) => ({ value: id, text: name }))}
            {...artist}
            onChange={(event) => {
              setChosen(artists.find(({ id }) => id === event.target.value));
              artist.onChange(event);
            }}
          />
        )}
        <TextField label="Date" type="date" {...field('date')} />
        <TextField
          label="Venue"
          {...(artists ? {} : { placeholder: 'Venue name' })}
          {...field('venue')}
        />
        <TextField
          label="Location"
          {...(artists ? {} : { placeholder: 'City, country' })}
          {...field('location')}
        />
        <div className="form__act wide">
          {refusal && <Alert message={refusal.message} />}
          <SubmitButton icon={PLUS} isBusy={isBusy} busyLabel="Adding...">
            Add Event
          </SubmitButton>
        </div>
      </div>
    </form>
  );
}

/** Who was chosen stays a choice while the list is narrowed to others. */
function withChosen(artists: Choice[], chosen: Choice | undefined): Choice[] {
  return chosen && !artists.some(({ id }) => id === chosen.id) ? [chosen, ...artists] : artists;
}

export function checkEvent(draft: EventDraft, needsArtist: boolean): Errors<EventDraft> {
  const errors: Errors<EventDraft> = {};
  if (needsArtist && !draft.artist_id) errors.artist_id = 'Choose an artist.';
  if (!draft.date) errors.date = 'Enter a date.';
  if (!draft.venue.trim()) errors.venue = 'Enter a venue.';
  if (!draft.location.trim()) errors.location = 'Enter a location.';
  return errors;
}
