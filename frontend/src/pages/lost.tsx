import { Button } from '../ui/button';
import { type Retry, RetryButton } from '../ui/retry-button';
import { SplitBill } from '../ui/type/bill';

/** Stands in the place of a page that could not be loaded: nothing was lost, and it can be tried again. */
export function Lost({ onRetry }: { onRetry: Retry }) {
  const isOffline = !navigator.onLine;
  return (
    <section className="hero lost on-stage">
      <div className="wrap" role="alert">
        <div className="measure">
          <h1 className="hero__name">
            <SplitBill text={isOffline ? 'No connection' : 'No answer'} />
          </h1>
        </div>
        <p>
          {`This page could not be loaded${isOffline ? ': your device is offline' : ''}. Nothing is lost, and the page you came from is still there.`}
        </p>
        <div className="hero__act">
          <RetryButton look="primary" onRetry={onRetry} />
          <Button look="line" onClick={() => history.back()}>
            Go back
          </Button>
        </div>
      </div>
    </section>
  );
}
