import type { ReactNode } from 'react';
import { type List, type ListResource, type Snapshot, useStore } from './resource';
import { Awaited } from './ui/awaited';
import { Growing } from './ui/growing';
import { LoadFailure } from './ui/load-failure';

type Props<T> = {
  what: 'artists' | 'events';
  resource: ListResource<T>;
  snapshot: Snapshot<List<T>>;
  /** Stands where there are none. */
  empty: ReactNode;
  children: (rows: T[]) => ReactNode;
};

/** A list in each of its states: as far as it is shown, empty, on its way, and not to be had. */
export function Listed<T>({ what, resource, snapshot, empty, children }: Props<T>) {
  const store = useStore();
  const { data, error } = snapshot;
  const skeleton = <Awaited place={what} />;
  if (!data) {
    if (error === undefined) return skeleton;
    return <LoadFailure what={`The ${what}`} onRetry={() => void store.load(resource)} />;
  }
  if (data.rows.length === 0) return empty;
  return (
    <Growing
      key={resource.key}
      what={what}
      hasMore={data.hasMore}
      onMore={() => store.more(resource)}
      skeleton={skeleton}
    >
      {children(data.rows)}
    </Growing>
  );
}
