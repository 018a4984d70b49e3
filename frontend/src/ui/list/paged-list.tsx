import type { ReactNode } from 'react';
import type { Retry } from '../retry-button';
import { LoadFailure } from './load-failure';
import { type Growing, ShowMore } from './show-more';
import { Skeleton } from './skeleton';

type Props<T> = Growing & {
  what: 'artists' | 'events';
  data?: { rows: T[] };
  error?: unknown;
  onRetry: Retry;
  /** Stands where there are none. */
  empty: ReactNode;
  children: (rows: T[]) => ReactNode;
};

/** A list in each of its states: as far as it is shown, empty, on its way, and not to be had. */
export function PagedList<T>({ what, data, error, onRetry, onMore, empty, children }: Props<T>) {
  const skeleton = <Skeleton of={what} />;
  if (!data) {
    if (error === undefined) return skeleton;
    return <LoadFailure what={`The ${what}`} onRetry={onRetry} />;
  }
  if (data.rows.length === 0) return empty;
  return (
    <ShowMore what={what} of={{ data, onMore }} skeleton={skeleton}>
      {children(data.rows)}
    </ShowMore>
  );
}
