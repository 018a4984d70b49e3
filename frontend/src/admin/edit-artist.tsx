import { can } from '../account/can';
import { useSession } from '../account/session/session';
import type { Saved } from '../api/client/writes';
import { SaveProblem } from '../artists/edit/save-problem';
import { useArtistForm } from '../artists/edit/use-artist-form';
import type { Artist } from '../types';
import { Button } from '../ui/button';
import { DraftNotice } from '../ui/form/draft-notice';
import { SubmitButton } from '../ui/form/submit-button';
import { ArtistFields } from './artist-fields';
import { OnlyFor, Pane } from './pane';

type Props = {
  artist: Artist;
  onCancel: () => void;
  onSaved: (saved: Saved<Artist>) => void;
};

export function EditArtist({ artist, onCancel, onSaved }: Props) {
  const session = useSession();
  const editor = useArtistForm(artist, onSaved);
  const cancel = () => {
    editor.reset();
    onCancel();
  };
  return (
    <Pane title="Edit Artist" onBack={onCancel}>
      {session.isChecked && !can.changeArtists(session) && (
        <OnlyFor>
          {can.editProfile(session, artist)
            ? 'You can change all of this but the followers: only admins can change those.'
            : `Your account cannot save this: only admins and ${artist.name} can.`}
        </OnlyFor>
      )}
      <form className="form form--2" aria-label="Edit Artist" {...editor.form}>
        <DraftNotice {...editor} />
        <ArtistFields form={editor} artistId={artist.id} isFocused />
        <div className="form__act wide">
          <SaveProblem {...editor} />
          <SubmitButton isBusy={editor.isBusy} busyLabel="Saving...">
            Save Changes
          </SubmitButton>
          <Button look="line" onClick={cancel}>
            Cancel
          </Button>
        </div>
      </form>
    </Pane>
  );
}
