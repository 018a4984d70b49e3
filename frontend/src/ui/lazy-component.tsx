import { type ComponentType, type ReactNode, Suspense } from 'react';
import { latePart } from './late-part';
import { LoadFailure } from './list/load-failure';
import { Part } from './part';

/**
 * A component of another script, with whatever `meanwhile` is as long as it has not come. `what` it is begins the sentence
 * that says so when it does not.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  what: string,
) {
  const { LatePart } = latePart(load);
  return function LazyComponent({ meanwhile, ...props }: P & { meanwhile?: ReactNode }) {
    const failure = (onRetry: () => void) => (
      <>
        <LoadFailure what={what} onRetry={onRetry} />
        {meanwhile}
      </>
    );
    return (
      <Part>
        <Suspense fallback={meanwhile}>
          <LatePart failure={failure} {...(props as unknown as P)} />
        </Suspense>
      </Part>
    );
  };
}
