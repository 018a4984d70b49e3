import '../../styles/work';
import { type ReactNode, useEffect, useId } from 'react';
import { useHeld } from '../../account/held';
import { useStore } from '../../api/queries/query-store';
import type { Artist } from '../../types';
import { Button } from '../../ui/button';
import { DraftNotice } from '../../ui/form/draft-notice';
import { TextArea, TextField } from '../../ui/form/field';
import { SubmitButton } from '../../ui/form/submit-button';
import { useLeaveQuestion } from '../../ui/form/use-leave-question';
import { PictureField } from '../picture/picture-field';
import { ConnectFields } from './connect-fields';
import { LeaveQuestion } from './leave-question';
import { SaveProblem } from './save-problem';
import { tellSaved } from './tell-saved';
import { useArtistForm } from './use-artist-form';

/** Fields that are not the first one, and how to find them in the form. */
const FIELDS = {
  bio: '[name="bio"]',
  links: '[name="new_link"]',
  picture: '.picture__file',
};
export type EditorField = keyof typeof FIELDS;

export const isEditorField = (name: string): name is EditorField => Object.hasOwn(FIELDS, name);

type Props = {
  artist: Artist;
  /** False for people who may only show pictures that they send. */
  mayUseAnyPicture: boolean;
  /** Where the person wants to begin, if not at the name. */
  start: EditorField | undefined;
  onDone: () => void;
  children: ReactNode;
};

/** A profile being edited. `children` are its events, which are saved on their own. */
export function ProfileEditor({ artist, mayUseAnyPicture, start, onDone, children }: Props) {
  const formId = useId();
  useEffect(() => {
    const form = document.getElementById(formId);
    if (start) form?.querySelector<HTMLElement>(FIELDS[start])?.focus();
  }, [formId, start]);
  const store = useStore();
  const editor = useArtistForm(artist, (saved) => {
    // After Cancel, what is open is another form.
    if (editor.form.ref.current) onDone();
    tellSaved(store, saved, artist);
  });
  // What is held is kept: there is nothing to lose.
  const isHeld = useHeld();
  const question = useLeaveQuestion(editor.changed.length > 0 && !isHeld, editor.reset);
  const cancel = () => {
    editor.reset();
    onDone();
  };
  return (
    <div className="editor">
      <form id={formId} aria-label="Edit Profile" {...editor.form}>
        <div className="wrap">
          <h1 className="visually-hidden">{artist.name}</h1>
          <DraftNotice {...editor} />
          <div className="form editor__name">
            <TextField label="Name" look="bill" autoFocus {...editor.field('name')} />
          </div>
          <div className="form form--2 editor__facts">
            <TextField label="Genre" {...editor.field('genre')} />
            <TextField label="Latest song" isOptional {...editor.field('latest_song')} />
            <PictureField form={editor} artistId={artist.id} mayUseAddress={mayUseAnyPicture} />
          </div>
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
              <div className="form editor__connect">
                <h2 className="head">Connect</h2>
                <ConnectFields form={editor} />
              </div>
            </div>
          </div>
        </div>
      </form>
      {/* Before the events in the order of the keyboard, and below them on the screen. */}
      <section className="editbar" aria-label="Profile edits">
        <div className="wrap">
          {question.isAsking ? (
            <LeaveQuestion {...question} changed={editor.changed} />
          ) : (
            <>
              <SaveProblem {...editor} />
              <p>Editing this profile. Nothing changes until you save.</p>
              <div className="form__act">
                <Button look="line" onClick={cancel}>
                  Cancel
                </Button>
                <SubmitButton form={formId} isBusy={editor.isBusy} busyLabel="Saving...">
                  Save
                </SubmitButton>
              </div>
            </>
          )}
        </div>
      </section>
      <div className="editor__events">{children}</div>
    </div>
  );
}
