import { createContext, useCallback, useContext, useSyncExternalStore } from 'react';

/** Something the data service answers: `tables` are those whose change makes the answer old. */
export type Resource<T> = { key: string; tables: readonly Table[]; load: () => Promise<T> };
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

/** Keeps what was loaded, by key. `seed` is what the document already carried. */
export function createStore(seed: ReadonlyMap<string, unknown> = new Map()) {
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

  async function load(resource: Resource<unknown>): Promise<void> {
    const target = entry(resource.key);
    const request = ++target.request;
    target.isFresh = true;
    let snapshot: Snapshot<unknown>;
    try {
      snapshot = { data: await resource.load() };
    } catch (error) {
      snapshot = { ...target.snapshot, error };
    }
    if (request !== target.request) return;
    target.snapshot = snapshot;
    for (const listener of target.listeners) listener();
  }

  function subscribe(resource: Resource<unknown>, listener: () => void): () => void {
    const target = entry(resource.key);
    target.resource = resource;
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

  return { subscribe, load, invalidate, read: (key: string) => entry(key).snapshot };
}

export const StoreContext = createContext<Store | null>(null);

export function useStore(): Store {
  const store = useContext(StoreContext);
  if (!store) throw new Error('useStore needs a StoreContext above it');
  return store;
}

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
