import { Button } from '../../ui/button';
import { focusOnMount, keepFocus } from '../../ui/focus';
import type { Refusal } from '../../ui/form/use-form';
import { Alert } from '../../ui/message/alert';

type Props = {
  refusal: Refusal | null;
  loadFailure: string | null;
  isMerged: boolean;
  loadNewest: () => Promise<void>;
};

/** Why an artist was not saved, and a way to continue when someone else saved it first. */
export function SaveProblem({ refusal, loadFailure, isMerged, loadNewest }: Props) {
  if (isMerged) {
    return (
      // The pressed button is gone.
      <p className="form__note" role="status" tabIndex={-1} ref={focusOnMount}>
        This is the latest version with your changes. Check it, then save again.
      </p>
    );
  }
  if (!refusal) return null;
  return (
    <Alert message={loadFailure ?? refusal.message}>
      {refusal.kind === 'conflict' && (
        <Button look="line" onClick={() => void keepFocus(loadNewest)}>
          Load the latest version and keep my changes
        </Button>
      )}
    </Alert>
  );
}
