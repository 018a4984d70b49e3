import { useCallback, useSyncExternalStore } from 'react';
import { useParts } from '../app/context';

/** Something the data service answers: `tables` are those whose change makes the answer old. */
export type Resource<T> = {
  key: string;
  tables: readonly Table[];
  /** `shown` is what is there already, when it is loaded anew. */
  load: (shown?: T) => Promise<T>;
};
/** The first rows of a list, and whether there are others. */
export type List<T> = { rows: T[]; hasMore: boolean };
/** A list that grows: `more` answers what is shown and the rows after it. */
export type ListResource<T> = Resource<List<T>> & { more: (shown: List<T>) => Promise<List<T>> };
export type Table = 'music_artists' | 'music_events';
export type Snapshot<T> = { data?: T; error?: unknown };

type Entry = {
  resource: Resource<unknown> | null;
  snapshot: Snapshot<unknown>;
  /** The number of the newest request; answers of earlier ones are dropped. */
  request: number;
  isFresh: boolean;
  listeners: Set<() => void>;
};

export type Store = ReturnType<typeof createStore>;

/**
 * Keeps what was loaded, by key. `seed` is what the document already carried; `prepare` readies the page for what it did
 * not.
 */
export function createStore(
  seed: ReadonlyMap<string, unknown> = new Map(),
  prepare?: () => Promise<void>,
) {
  const entries = new Map<string, Entry>();

  function entry(key: string): Entry {
    let found = entries.get(key);
    if (!found) {
      const isSeeded = seed.has(key);
      const snapshot = isSeeded ? { data: seed.get(key) } : {};
      found = { resource: null, snapshot, request: 0, isFresh: isSeeded, listeners: new Set() };
      entries.set(key, found);
    }
    return found;
  }

  async function request<T>(key: string, ask: (shown?: T) => Promise<T>): Promise<boolean> {
    const target = entry(key);
    const number = ++target.request;
    target.isFresh = true;
    let snapshot: Snapshot<unknown>;
    try {
      const shown = target.snapshot.data as T | undefined;
      const [data] = await Promise.all([ask(shown), prepare?.()]);
      snapshot = { data };
    } catch (error) {
      snapshot = { ...target.snapshot, error };
    }
    if (number === target.request) {
      target.snapshot = snapshot;
      for (const listener of target.listeners) listener();
    }
    return !('error' in snapshot);
  }

  async function load<T>(resource: Resource<T>): Promise<void> {
    await request(resource.key, resource.load);
  }

  /** Adds the next rows to a list; false when they could not be loaded. */
  function more<T>({ key, load: first, more: next }: ListResource<T>): Promise<boolean> {
    return request<List<T>>(key, (shown) => (shown ? next(shown) : first()));
  }

  function subscribe<T>(resource: Resource<T>, listener: () => void): () => void {
    const target = entry(resource.key);
    target.resource = resource as Resource<unknown>;
    target.listeners.add(listener);
    if (!target.isFresh) void load(resource);
    return () => {
      target.listeners.delete(listener);
      if (target.listeners.size === 0) target.isFresh = false;
    };
  }

  /** After a change: what is on screen is loaded again, the rest when it is next asked for. */
  async function invalidate(...tables: Table[]): Promise<void> {
    const loading: Promise<void>[] = [];
    for (const { resource, listeners } of entries.values()) {
      if (!resource || listeners.size === 0) continue;
      if (resource.tables.some((table) => tables.includes(table))) loading.push(load(resource));
    }
    await Promise.all(loading);
  }

  return { subscribe, load, more, invalidate, read: (key: string) => entry(key).snapshot };
}

export const useStore = (): Store => useParts().store;

/** `resource` must be the same object from render to render. */
export function useResource<T>(resource: Resource<T>): Snapshot<T> {
  const store = useStore();
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(resource, listener),
    [store, resource],
  );
  const read = () => store.read(resource.key) as Snapshot<T>;
  return useSyncExternalStore(subscribe, read, read);
}

export type PagedQuery<T> = {
  data: List<T> | undefined;
  error: unknown;
  onRetry: () => void;
  /** Adds the next ones; false when they could not be loaded. */
  onMore: () => Promise<boolean>;
};

/** What a list in a page needs of its resource. */
export function usePagedList<T>(resource: ListResource<T>): PagedQuery<T> {
  const store = useStore();
  const { data, error } = useResource(resource);
  return {
    data,
    error,
    onRetry: () => void store.load(resource),
    onMore: () => store.more(resource),
  };
}
