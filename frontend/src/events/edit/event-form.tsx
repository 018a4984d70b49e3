import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { FormRefusal } from '../../account/form-refusal';
import type { Place } from '../../api/edit-events';
import { useArtistChoices } from '../../api/names/artist-names';
import { longDate } from '../../format';
import { useSite } from '../../site';
import { Button } from '../../ui/button';
import { DraftNotice } from '../../ui/form/draft-notice';
import { SelectField, TextField } from '../../ui/form/field';
import { PLUS } from '../../ui/form/icons';
import { QuestionBox } from '../../ui/form/question-box';
import { SaveOrCancel, SubmitButton } from '../../ui/form/submit-button';
import { onEscape, sends } from '../../ui/keys';
import { ConflictBox } from './conflict-box';
import type { EventDraft } from './draft';
import { MoreFields } from './fields/more-fields';
import { VenueField } from './fields/venue-field';
import { zoneOf } from './times';
import { type EventFormOptions, useEventForm } from './use-event-form';
import { announcementInWords, inWords } from './words';

export type Choice = { id: string; name: string };

/** The artists to choose from, and the field that finds others. */
export type Choices = { artists: Choice[]; search: ReactNode };

const NO_CHOICES: Choices = { artists: [], search: null };

type Props = EventFormOptions & {
  label: string;
  /** The artist of a profile; where there is none, one is chosen of these. */
  artist?: Choice | undefined;
  choices?: Choices | undefined;
  /** Who is chosen already, if not among them. */
  firstChoice?: Choice | undefined;
  /** Closes an edit; a new event's form is closed by the button that opened it. */
  onCancel?: () => void;
  /** Closes the form, and keeps what was typed. */
  onFold: () => void;
};

/** The form of an event, wherever one is added or edited. */
export function EventForm(props: Props) {
  const { label, artist, choices = NO_CHOICES, firstChoice, onCancel, onFold, ...rest } = props;
  const [chosen, setChosen] = useState(artist ?? rest.event?.artist ?? firstChoice);
  const editor = useEventForm(rest);
  const { search } = choices;
  const { timezone } = useSite();
  const { field, values, fill } = editor;
  const artists = useArtistChoices(choices.artists, values.artist_id, chosen);
  const artistName = (id: string) => artists.find((one) => one.id === id)?.name ?? id;
  const focus = artist || firstChoice ? 'date' : 'artist_id';

  const onKeyDown = (event: KeyboardEvent) => {
    onEscape(onFold)(event);
    if (!sends(event)) return;
    event.preventDefault();
    if (!editor.question) editor.submit(editor.isNew);
  };
  return (
    <form className="addbox" aria-label={label} {...editor.form} onKeyDown={onKeyDown}>
      <div className="form date-form">
        <DraftNotice wasKept={editor.wasKept} reset={editor.startOver} />
        {editor.differences.length > 0 && (
          <ConflictBox
            differences={editor.differences}
            when={editor.changedWhen}
            values={values}
            inWords={(name, value) =>
              name === 'published_at'
                ? announcementInWords(value, timezone)
                : inWords(name, value, artistName)
            }
            onChoose={(difference, value) => fill({ [difference.field]: value })}
          />
        )}
        {search}
        {!artist && (
          <div className="wide">
            <SelectField
              label="Artist"
              placeholder="Select an artist"
              options={artists.map(({ id, name }) => ({ value: id, text: name }))}
              autoFocus={focus === 'artist_id'}
              {...field('artist_id')}
              onChange={({ target }) => {
                setChosen(artists.find(({ id }) => id === target.value));
                fill({ artist_id: target.value });
              }}
            />
          </div>
        )}
        <VenueField
          {...field('venue')}
          {...(artist && { placeholder: 'Venue name' })}
          isPlaceOpen={!values.location}
          onPlace={(place, isSure) => fill((now) => placeFields(place, isSure, now))}
          onChosen={() =>
            editor.form.ref.current?.querySelector<HTMLElement>('[name="date"]')?.focus()
          }
        />
        <TextField label="Location" placeholder="City, country" {...field('location')} />
        <TextField label="Date" type="date" autoFocus={focus === 'date'} {...field('date')} />
        <div className="two-up">
          <TextField label="Start" isOptional placeholder="20:30" {...field('start_time')} />
          <TextField label="Doors" isOptional placeholder="19:00" {...field('door_time')} />
        </div>
        <p className="form__note wide">{`Times are in ${zoneOf(values.timezone) ?? timezone}.`}</p>
        <MoreFields
          values={values}
          field={field}
          isNew={editor.isNew}
          statusNote={statusNote(editor.before, values)}
          onBill={(names) => fill({ bill: JSON.stringify(names) })}
        />
        {editor.refusal?.message && <FormRefusal {...editor.refusal} />}
        {editor.question ? (
          <QuestionBox
            question={editor.question}
            isBusy={editor.isBusy}
            onChange={() => {
              editor.dropQuestion();
              editor.form.ref.current?.querySelector<HTMLElement>('[name="date"]')?.focus();
            }}
            onAnswer={editor.answer}
          />
        ) : (
          <Buttons editor={editor} onCancel={onCancel} />
        )}
      </div>
    </form>
  );
}

type ButtonsProps = {
  editor: ReturnType<typeof useEventForm>;
  onCancel: (() => void) | undefined;
};

function Buttons({ editor, onCancel }: ButtonsProps) {
  if (onCancel) {
    return (
      <div className="form__act wide">
        <SaveOrCancel isBusy={editor.isBusy} onCancel={onCancel} />
      </div>
    );
  }
  return (
    <div className="form__act wide">
      <SubmitButton icon={PLUS} isBusy={editor.isBusy} busyLabel="Adding..." onClick={editor.add}>
        Add Event
      </SubmitButton>
      <Button
        look="line"
        aria-keyshortcuts="Control+Enter"
        isHeld={editor.isBusy}
        onClick={() => editor.submit(true)}
      >
        Add and keep open
      </Button>
      <p className="keys">
        <kbd>Enter</kbd> adds. <kbd>Ctrl Enter</kbd> adds and keeps the form open.
      </p>
    </div>
  );
}

/** A place that was only named leaves what is known already as it is. */
function placeFields(
  { venue, location, timezone }: Place,
  isSure: boolean,
  now: EventDraft,
): Partial<EventDraft> {
  if (isSure) return { venue, location, timezone: timezone ?? '' };
  if (now.location) return {};
  return { venue, location, ...(timezone && !now.timezone && { timezone }) };
}

function statusNote(before: EventDraft, { date, status }: EventDraft): string | null {
  const isOther = before.date !== '' && date !== '' && date !== before.date;
  if (status === 'moved' && before.status === 'moved')
    return 'Visitors will see the date that it had before it was first moved.';
  if (status === 'moved')
    return isOther
      ? `Visitors will see “Moved from ${longDate(before.date)}”.`
      : 'Enter the new date above. Visitors will also see the old one.';
  if (status === 'scheduled' && isOther)
    return 'This corrects the date. If the show itself takes place on another day, choose Moved.';
  if (status === 'postponed') return 'Visitors will see that a new date is to come.';
  return status === 'cancelled' ? 'The date stays listed, marked as cancelled.' : null;
}
