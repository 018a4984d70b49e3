import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { keepingFocus } from '../../ui/focus';
import type { Refusal } from '../../ui/form/use-form';

type Props = {
  refusal: Refusal | null;
  loadFailure: string | null;
  isMerged: boolean;
  loadNewest: () => Promise<void>;
};

/** Why an artist was not saved, and the way on when somebody else was faster. */
export function SaveProblem({ refusal, loadFailure, isMerged, loadNewest }: Props) {
  if (isMerged) {
    return (
      <p className="form__note" role="status">
        This is the newer version, with what you typed kept. Check it, then save again.
      </p>
    );
  }
  if (!refusal) return null;
  return (
    <Alert message={loadFailure ?? refusal.message}>
      {refusal.kind === 'conflict' && (
        <Button look="line" onClick={() => void keepingFocus(loadNewest)}>
          Load the newer version and keep what I typed
        </Button>
      )}
    </Alert>
  );
}
