import '../../styles/work';
import { type ReactNode, useId } from 'react';
import type { Artist } from '../../types';
import { Button } from '../../ui/button';
import { TextArea, TextField } from '../../ui/form/field';
import { SubmitButton } from '../../ui/form/submit-button';
import { Facts } from '../facts';
import { SaveProblem } from './save-problem';
import { useArtistForm } from './use-artist-form';

type Props = { artist: Artist; onDone: () => void; children: ReactNode };

/** A profile being edited. `children` are its events, which are saved on their own. */
export function ProfileEditor({ artist, onDone, children }: Props) {
  const formId = useId();
  const editor = useArtistForm(artist, onDone);
  return (
    <>
      <form id={formId} aria-label="Edit Profile" {...editor.form}>
        <div className="wrap">
          <h1 className="visually-hidden">{artist.name}</h1>
          <div className="form editor__name">
            <TextField label="Name" look="bill" autoFocus {...editor.field('name')} />
          </div>
          <Facts artist={artist} />
          <div className="profile">
            <div className="form editor__column">
              <TextArea
                label="Bio"
                isOptional
                rows={12}
                placeholder="Write your bio here..."
                {...editor.field('bio')}
              />
            </div>
            <div className="side">
              <ConnectFields field={editor.field} />
            </div>
          </div>
        </div>
      </form>
      {children}
      <section className="editbar" aria-label="Profile edits">
        <div className="wrap">
          <SaveProblem {...editor} />
          <p>Editing this profile. Nothing changes until you save.</p>
          <div className="form__act">
            <Button look="line" onClick={onDone}>
              Cancel
            </Button>
            <SubmitButton form={formId} isBusy={editor.isBusy} busyLabel="Saving...">
              Save
            </SubmitButton>
          </div>
        </div>
      </section>
    </>
  );
}

function ConnectFields({ field }: Pick<ReturnType<typeof useArtistForm>, 'field'>) {
  return (
    <div className="form editor__connect">
      <h2 className="head">Connect</h2>
      <TextField
        label="Website"
        type="url"
        isOptional
        placeholder="https://example.com"
        {...field('website')}
      />
      <TextField
        label="Instagram"
        isOptional
        placeholder="@username"
        {...field('social_instagram')}
      />
      <TextField label="Twitter" isOptional placeholder="@username" {...field('social_twitter')} />
    </div>
  );
}
