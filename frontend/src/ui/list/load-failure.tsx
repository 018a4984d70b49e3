import { Alert } from '../message/alert';
import { type Retry, RetryButton } from '../retry-button';

type Query = { data?: unknown; error?: unknown; onRetry: Retry };

/** Says that `what` could not be loaded, where `of` has failed and has nothing to show. */
export function QueryFailure({ what, of: { data, error, onRetry } }: { what: string; of: Query }) {
  return data === undefined && error !== undefined && <LoadFailure what={what} onRetry={onRetry} />;
}

export function LoadFailure({ what, onRetry }: { what: string; onRetry: Retry }) {
  return (
    <Alert message={`${what} could not be loaded. Check your connection and try again.`}>
      <RetryButton look="line" onRetry={onRetry} />
    </Alert>
  );
}
