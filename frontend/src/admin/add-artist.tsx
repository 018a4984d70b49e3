import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { can } from '../account/can';
import { useSession } from '../account/session/session';
import { explain } from '../api/client/explain';
import { addArtist, showSaved } from '../api/edit-artists';
import { useStore } from '../api/queries/query-store';
import { artistOf, checkArtist, EMPTY_DRAFT } from '../artists/edit/draft';
import { savedLinks } from '../artists/edit/links';
import { oneLine } from '../texts/visible';
import { Button } from '../ui/button';
import { DraftNotice } from '../ui/form/draft-notice';
import { PLUS } from '../ui/form/icons';
import { keptDraft } from '../ui/form/kept-drafts';
import { QuestionBox } from '../ui/form/question-box';
import { SubmitButton } from '../ui/form/submit-button';
import { useForm } from '../ui/form/use-form';
import { Alert } from '../ui/message/alert';
import { useOutcome } from '../ui/message/use-outcome';
import { Added, type AddedArtist, type Next } from './added-artist';
import { ArtistFields } from './artist-fields';
import { useNamesake } from './namesake';
import { OnlyFor, Pane } from './pane';

/** Under which name what is typed is kept. */
const DRAFT = 'artist';

type Props = Next & {
  /** Whether it says who may use it. */
  isExplained: boolean;
};

export function AddArtist({ isExplained, ...next }: Props) {
  const store = useStore();
  const session = useSession();
  const mayAdd = can.changeArtists(session);
  const [added, setAdded] = useState<AddedArtist | null>(null);
  // What was half typed is not left out of sight.
  const [isOpen, setOpen] = useState(() => keptDraft(DRAFT) !== null);
  const opener = useRef<HTMLButtonElement>(null);
  const namesake = useNamesake();
  const [place, orTell] = useOutcome<HTMLDivElement>();
  const fields = useForm({
    initial: EMPTY_DRAFT,
    keepAs: DRAFT,
    onEscape: fold,
    check: checkArtist,
    failed: ({ name }) => `Not added: ${oneLine(name)}.`,
    submit: async (draft) => {
      setAdded(null);
      const artist = artistOf(draft, window.location.origin);
      const confirmed = namesake.confirmedOf(draft);
      const answer = await addArtist(artist, savedLinks(draft), confirmed).catch(explain);
      if ('questions' in answer) return namesake.ask(draft, answer.questions);
      if (!('row' in answer)) return answer;
      void showSaved(store, answer.row);
      reset(EMPTY_DRAFT, typedSince());
      setAdded({ artist: answer.row, transaction: answer.transaction });
      orTell({ text: `Added ${answer.row.name}.` });
      return null;
    },
  });
  const { form, refusal, isBusy, wasKept, reset, typedSince, values } = fields;
  const question = namesake.questionAbout(values);

  function change(): void {
    namesake.drop();
    form.ref.current?.querySelector<HTMLElement>('[name="name"]')?.focus();
  }

  function addAnother(): void {
    namesake.confirm(values);
    // The button that adds is there again, with the focus, which stays on it.
    flushSync(namesake.drop);
    form.ref.current?.querySelector<HTMLElement>('[type="submit"]')?.focus();
    form.ref.current?.requestSubmit();
  }

  function cancel(): void {
    reset();
    setAdded(null);
    setOpen(false);
  }

  function fold(): void {
    opener.current?.focus();
    setOpen(false);
  }

  return (
    <Pane
      title="Add Artist"
      aside={
        <Button
          ref={opener}
          look={mayAdd ? 'line' : 'quiet'}
          aria-expanded={isOpen}
          onClick={isOpen ? cancel : () => setOpen(true)}
          {...(isOpen ? {} : { icon: PLUS })}
        >
          {isOpen ? 'Cancel' : 'Add Artist'}
        </Button>
      }
    >
      {isExplained && session.isChecked && !mayAdd && (
        <OnlyFor>Your account cannot add artists: only admins can.</OnlyFor>
      )}
      {isOpen && (
        <form className="form form--2" aria-label="Add Artist" {...form}>
          <DraftNotice wasKept={wasKept} reset={reset} />
          <ArtistFields form={fields} isFocused={!wasKept} />
          <div className="form__act wide" ref={place}>
            {refusal?.message && <Alert message={refusal.message} />}
            {question ? (
              <QuestionBox
                question={question}
                isBusy={isBusy}
                onChange={change}
                onAnswer={addAnother}
              />
            ) : (
              <SubmitButton icon={PLUS} isBusy={isBusy} busyLabel="Adding...">
                Add Artist
              </SubmitButton>
            )}
            <Added added={added} onGone={() => setAdded(null)} {...next} />
          </div>
        </form>
      )}
    </Pane>
  );
}
