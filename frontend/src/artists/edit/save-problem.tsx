import { FormRefusal } from '../../account/form-refusal';
import { Button } from '../../ui/button';
import { focusOnMount, keepFocus } from '../../ui/focus';
import type { Theirs } from '../../ui/form/theirs';
import type { Refusal } from '../../ui/form/use-form';

type Props = {
  refusal: Refusal | null;
  loadFailure: string | null;
  /** Where what is typed stands over a newer version: what someone else changed in the same fields. */
  theirs: readonly Theirs[] | null;
  loadNewest: () => Promise<void>;
};

/** Why a record was not saved, and a way to continue when someone else saved it first. */
export function SaveProblem({ refusal, loadFailure, theirs, loadNewest }: Props) {
  if (theirs) {
    return (
      // The pressed button is gone.
      <p className="form__note" role="status" tabIndex={-1} ref={focusOnMount}>
        <span>This is the latest version with your changes. Check it, then save again.</span>
        {theirs.map(({ label, text }) => (
          <span key={label}>
            <b>{` Someone else changed ${label} too, and yours replaces it: `}</b>
            <span dir="auto">{text || 'nothing'}</span>
          </span>
        ))}
      </p>
    );
  }
  if (!refusal) return null;
  return (
    <FormRefusal kind={refusal.kind} message={loadFailure ?? refusal.message}>
      {refusal.kind === 'conflict' && (
        <Button look="line" onClick={() => void keepFocus(loadNewest)}>
          Load the latest version and keep my changes
        </Button>
      )}
    </FormRefusal>
  );
}
