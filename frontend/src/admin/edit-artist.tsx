import { can } from '../account/can';
import { useSession } from '../account/session/session';
import type { Saved } from '../api/client/writes';
import { useStore } from '../api/queries/query-store';
import { SaveProblem } from '../artists/edit/save-problem';
import { tellSaved } from '../artists/edit/tell-saved';
import { useArtistForm } from '../artists/edit/use-artist-form';
import type { Artist } from '../types';
import { DraftNotice } from '../ui/form/draft-notice';
import { SaveOrCancel } from '../ui/form/submit-button';
import { isInSight } from '../ui/message/in-sight';
import { ArtistFields } from './artist-fields';
import { OnlyFor, Pane } from './pane';

type Props = {
  artist: Artist;
  onCancel: () => void;
  onSaved: (saved: Saved<Artist>) => void;
};

export function EditArtist({ artist, onCancel, onSaved }: Props) {
  const session = useSession();
  const store = useStore();
  const editor = useArtistForm(artist, (saved) => {
    const form = editor.form.ref.current;
    if (!isInSight(form)) tellSaved(store, saved, artist);
    // After Cancel, what is open is something else.
    if (form) onSaved(saved);
  });
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
          <SaveOrCancel isBusy={editor.isBusy} onCancel={cancel} />
        </div>
      </form>
    </Pane>
  );
}
