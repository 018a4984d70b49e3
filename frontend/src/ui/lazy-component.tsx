import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary';

/**
 * A component of the work script. `meanwhile` shows in its place while it is loading, and when it cannot be loaded,
 * unless there is a `failure` message.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  failure?: ReactNode,
) {
  const Part: ComponentType<P> = lazy(async () => ({ default: await load() }));
  return function LazyComponent({ meanwhile, ...props }: P & { meanwhile?: ReactNode }) {
    return (
      <ErrorBoundary fallback={failure ?? meanwhile}>
        <Suspense fallback={meanwhile}>
          <Part {...(props as unknown as P)} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
