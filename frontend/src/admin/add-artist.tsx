import { useState } from 'react';
import { can } from '../account/can';
import { useSession } from '../account/session';
import { addArtist, showSaved } from '../api/artists';
import { attempt } from '../api/explain';
import { useStore } from '../api/query-store';
import { artistOf, checkArtist, EMPTY_DRAFT } from '../artists/edit/draft';
import { Alert } from '../ui/alert';
import { DraftNotice } from '../ui/form/draft-notice';
import { SubmitButton } from '../ui/form/submit-button';
import { useForm } from '../ui/form/use-form';
import { PLUS } from '../ui/icons';
import { ArtistFields } from './artist-fields';
import { OnlyFor, Pane } from './pane';

export function AddArtist() {
  const store = useStore();
  const session = useSession();
  const [added, setAdded] = useState<string | null>(null);
  const { form, field, refusal, isBusy, wasKept, reset } = useForm({
    initial: EMPTY_DRAFT,
    keepAs: 'artist',
    check: checkArtist,
    submit: async (draft) => {
      setAdded(null);
      const artist = artistOf(draft, window.location.origin);
      return attempt(async () => {
        const saved = await addArtist(artist);
        void showSaved(store, saved);
        reset();
        setAdded(saved.name);
      });
    },
  });
  return (
    <Pane title="Add Artist">
      {session.isChecked && !can.changeArtists(session) && (
        <OnlyFor>Your account cannot add artists: only admins can.</OnlyFor>
      )}
      <form className="form form--2" aria-label="Add Artist" {...form}>
        <DraftNotice wasKept={wasKept} reset={reset} />
        <ArtistFields field={field} />
        <div className="form__act wide">
          {refusal && <Alert message={refusal.message} />}
          <SubmitButton icon={PLUS} isBusy={isBusy} busyLabel="Adding...">
            Add Artist
          </SubmitButton>
          <p className="form__note" role="status">
            {added && `Added ${added}.`}
          </p>
        </div>
      </form>
    </Pane>
  );
}
