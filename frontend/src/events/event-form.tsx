import type { ArtistEvent } from '../types';
import { Alert } from '../ui/alert';
import { Button } from '../ui/button';
import { SelectField, TextField } from '../ui/field';
import { type Errors, type Refusal, useForm } from '../ui/use-form';

export type EventDraft = Pick<ArtistEvent, 'date' | 'venue' | 'location' | 'artist_id'>;

type Props = {
  /** The artists to choose from; absent where the artist is known. */
  artists?: { id: string; name: string }[];
  onAdd: (event: EventDraft) => Promise<Refusal | null>;
};

const EMPTY: EventDraft = { date: '', venue: '', location: '', artist_id: '' };

export function EventForm({ artists, onAdd }: Props) {
  const { form, field, refusal, isBusy } = useForm<EventDraft>({
    initial: EMPTY,
    check: (draft) => checkEvent(draft, artists !== undefined),
    submit: (draft) =>
      onAdd({ ...draft, venue: draft.venue.trim(), location: draft.location.trim() }),
  });
  return (
    <form className="addbox" aria-label="Add Event" {...form}>
      <div className={artists ? 'form form--2' : 'form form--3'}>
        {artists && (
          <SelectField
            label="Artist"
            placeholder="Select an artist"
            options={artists.map(({ id, name }) => ({ value: id, text: name }))}
            {...field('artist_id')}
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
          <Button look="primary" icon="plus" type="submit" isBusy={isBusy}>
            {isBusy ? 'Adding...' : 'Add Event'}
          </Button>
        </div>
      </div>
    </form>
  );
}

export function checkEvent(draft: EventDraft, needsArtist: boolean): Errors<EventDraft> {
  const errors: Errors<EventDraft> = {};
  if (needsArtist && !draft.artist_id) errors.artist_id = 'Choose an artist.';
  if (!draft.date) errors.date = 'Enter a date.';
  if (!draft.venue.trim()) errors.venue = 'Enter a venue.';
  if (!draft.location.trim()) errors.location = 'Enter a location.';
  return errors;
}
