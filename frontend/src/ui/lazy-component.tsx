import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { ErrorBoundary } from './error-boundary';

/**
 * A component that is no part of the first view. `meanwhile` stands in its place while it is loaded, and where it cannot
 * be, unless there is a `failure` to tell of.
 */
export function later<P extends object>(
  load: () => Promise<ComponentType<P>>,
  failure?: ReactNode,
) {
  const Part: ComponentType<P> = lazy(async () => ({ default: await load() }));
  return function Later({ meanwhile, ...props }: P & { meanwhile?: ReactNode }) {
    return (
      <ErrorBoundary fallback={failure ?? meanwhile}>
        <Suspense fallback={meanwhile}>
          <Part {...(props as unknown as P)} />
        </Suspense>
      </ErrorBoundary>
    );
  };
}
