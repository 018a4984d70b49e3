import { can } from '../account/can';
import { useSession } from '../account/session';
import { SaveProblem } from '../artists/edit/save-problem';
import { useArtistForm } from '../artists/edit/use-artist-form';
import type { Artist } from '../types';
import { Button } from '../ui/button';
import { SubmitButton } from '../ui/form/submit-button';
import { ArtistFields } from './artist-fields';
import { OnlyFor, Pane } from './pane';

export function EditArtist({ artist, onDone }: { artist: Artist; onDone: () => void }) {
  const session = useSession();
  const editor = useArtistForm(artist, onDone);
  return (
    <Pane title="Edit Artist">
      <form className="form form--2" aria-label="Edit Artist" {...editor.form}>
        <ArtistFields field={editor.field} isFocused />
        <div className="form__act wide">
          <SaveProblem {...editor} />
          <SubmitButton isBusy={editor.isBusy} busyLabel="Saving...">
            Save Changes
          </SubmitButton>
          <Button look="line" onClick={onDone}>
            Cancel
          </Button>
          {session.isChecked && !can.editProfile(session, artist) && (
            <OnlyFor>Your account cannot save this: only admins and {artist.name} can.</OnlyFor>
          )}
        </div>
      </form>
    </Pane>
  );
}
