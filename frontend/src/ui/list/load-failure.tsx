import { Button } from '../button';
import { Alert } from '../message/alert';

export function LoadFailure({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <Alert message={`${what} could not be loaded. Check your connection and try again.`}>
      <Button look="line" onClick={onRetry}>
        Try again
      </Button>
    </Alert>
  );
}
