import { type ComponentType, type ReactNode, Suspense } from 'react';
import { LoadFailure } from '../list/load-failure';
import { latePart } from './late-part';
import { Part } from './part';

/**
 * A component of another script, with whatever `meanwhile` is as long as it has not come. `what` it is begins the sentence
 * that says so when it does not, unless nobody would miss it.
 */
export function lazyComponent<P extends object>(
  load: () => Promise<ComponentType<P>>,
  what: string,
) {
  const { LatePart } = latePart(load);
  type Props = P & { meanwhile?: ReactNode; isMissed?: boolean };
  return function LazyComponent({ meanwhile, isMissed = true, ...props }: Props) {
    const failure = (onRetry: () => void) => (
      <>
        {isMissed && <LoadFailure what={what} onRetry={onRetry} />}
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
