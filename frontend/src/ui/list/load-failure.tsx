import { Button } from '../button';
import { Alert } from '../message/alert';

type Query = { data?: unknown; error?: unknown; onRetry: () => void };

/** Says that `what` could not be loaded, where `of` has failed and has nothing to show. */
export function QueryFailure({ what, of: { data, error, onRetry } }: { what: string; of: Query }) {
  return data === undefined && error !== undefined && <LoadFailure what={what} onRetry={onRetry} />;
}

export function LoadFailure({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <Alert message={`${what} could not be loaded. Check your connection and try again.`}>
      <Button look="line" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  );
}
