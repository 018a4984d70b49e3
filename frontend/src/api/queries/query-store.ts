import { createContext, useCallback, useLayoutEffect, useSyncExternalStore } from 'react';
import { keep } from '../../address';
import { goToPlace } from '../../ui/place';
import { useRequired } from '../../use-required';

/** Something the data service can be asked for; a change of one of its `tables` makes the data old. */
export type Resource<T> = {
  /** Names all that `load` asks for: what has the same key is the same. */
  key: string;
  tables: readonly Table[];
  /** `shown` is the data on screen while it is loaded again. */
  load: (signal?: AbortSignal, shown?: T) => Promise<T>;
  /** The key of what is shown until this has come, and when it cannot be had. */
  meanwhile?: string;
  /** True when a person saw more than the data that came with the document. */
  isShort?: (shown: T) => boolean;
};
/** The first rows of a list, how many it has in all, and whether there are more than these. */
export type List<T> = { rows: T[]; count: number; hasMore: boolean };
/** A list that can grow: `more` returns the rows on screen and the ones after them. */
export type ListResource<T> = Resource<List<T>> & {
  more: (shown: List<T>, signal?: AbortSignal) => Promise<List<T>>;
  /** The name under which the address keeps how far the list was grown. */
  keptAs: string | undefined;
};
const TABLES = [
  'music_people',
  'music_artists',
  'music_events',
  'music_sessions',
  'music_settings',
] as const;
export type Table = (typeof TABLES)[number];
type Snapshot<T> = { data?: T; error?: unknown };

type Entry = {
  resource: Resource<unknown> | null;
  snapshot: Snapshot<unknown>;
  /** The newest request; responses to earlier ones are dropped. */
  request: AbortController | null;
  /** False when the next component that shows the data has to load it again. */
  isFresh: boolean;
  listeners: Set<() => void>;
  removal?: ReturnType<typeof setTimeout>;
};

export type Store = ReturnType<typeof createStore>;

const EMPTY: Snapshot<unknown> = {};
const KEEP_UNUSED_MS = 5 * 60_000;

/**
 * Keeps loaded data by key, and forgets what no component has shown for five minutes. `seed` is the data that came with
 * the document. Failed reads are retried by the data client.
 */
export function createStore(seed: ReadonlyMap<string, unknown> = new Map()) {
  const entries = new Map<string, Entry>();
  for (const [key, data] of seed) entries.set(key, newEntry({ data }));

  function entry(key: string): Entry {
    const found = entries.get(key) ?? newEntry(EMPTY);
    entries.set(key, found);
    return found;
  }

  function publish(target: Entry, snapshot: Snapshot<unknown>): void {
    target.snapshot = snapshot;
    for (const listener of target.listeners) listener();
  }

  function abort(target: Entry): void {
    target.request?.abort();
    target.request = null;
  }

  function removeWhenUnused(key: string, target: Entry): void {
    clearTimeout(target.removal);
    if (target.listeners.size > 0) return;
    target.isFresh = false;
    target.removal = setTimeout(() => entries.delete(key), KEEP_UNUSED_MS);
  }

  /** False when the data could not be loaded; a request that a newer one replaced has not failed. */
  async function request<T>(
    resource: Resource<T>,
    ask: (shown: T | undefined, signal: AbortSignal) => Promise<T>,
  ): Promise<boolean> {
    const target = entry(resource.key);
    abort(target);
    const controller = new AbortController();
    target.request = controller;
    target.isFresh = true;
    let snapshot: Snapshot<unknown>;
    try {
      const data = await ask(target.snapshot.data as T | undefined, controller.signal);
      snapshot = { data };
    } catch (error) {
      snapshot = { ...shown(resource), error };
    }
    if (target.request !== controller) return true;
    target.request = null;
    publish(target, snapshot);
    return !('error' in snapshot);
  }

  async function load<T>(resource: Resource<T>): Promise<void> {
    await request<T>(resource, (own, signal) => resource.load(signal, own ?? shown(resource).data));
  }

  /** Adds the next rows to a list; false when they could not be loaded. */
  function more<T>(list: ListResource<T>): Promise<boolean> {
    return request<List<T>>(list, (known, signal) =>
      known ? list.more(known, signal) : list.load(signal),
    );
  }

  /** Shows `data` as the newest there is, such as the record that a save returned. */
  function set<T>({ key }: Pick<Resource<T>, 'key'>, data: T): void {
    const target = entry(key);
    abort(target);
    target.isFresh = true;
    publish(target, { data });
    removeWhenUnused(key, target);
  }

  /** Shows a row as a save returned it, in its place wherever it was loaded with others of `table`. */
  function put(table: Table, row: { id: string }): void {
    for (const target of entries.values()) {
      const { data } = target.snapshot;
      const isIn = rowsIn(data).some((old) => 'id' in old && old.id === row.id);
      if (isIn && target.resource?.tables.includes(table))
        publish(target, { data: withRow(data, row) });
    }
  }

  function subscribe<T>(resource: Resource<T>, listener: () => void): () => void {
    const { key } = resource;
    const target = entry(key);
    target.resource = resource as Resource<unknown>;
    target.listeners.add(listener);
    clearTimeout(target.removal);
    const shown = target.snapshot.data as T | undefined;
    const isShort = shown !== undefined && resource.isShort?.(shown);
    if (!target.isFresh || isShort) void load(resource);
    return () => {
      target.listeners.delete(listener);
      if (target.listeners.size === 0) abort(target);
      removeWhenUnused(key, target);
    };
  }

  /**
   * After a change: loads what is on screen again, and the rest when it is next shown. `saved` is not loaded: its newest
   * data was `set` already. Where it is not known what has changed, everything may have.
   */
  async function invalidate(
    tables: readonly Table[] = TABLES,
    saved?: { key: string },
  ): Promise<void> {
    const loading: Promise<void>[] = [];
    for (const { resource, listeners } of entries.values()) {
      if (!resource || listeners.size === 0 || resource.key === saved?.key) continue;
      if (resource.tables.some((table) => tables.includes(table))) loading.push(load(resource));
    }
    await Promise.all(loading);
  }

  /** Asks again for what is on screen and could not be had: for somebody else there may be something. */
  async function retry(): Promise<void> {
    const failed = [...entries.values()].flatMap(({ resource, listeners, snapshot }) =>
      resource && listeners.size > 0 && 'error' in snapshot ? resource : [],
    );
    await Promise.all(failed.map(load));
  }

  const read = (key: string) => entries.get(key)?.snapshot ?? EMPTY;

  function shown<T>({ key, meanwhile }: Resource<T>): Snapshot<T> {
    const own = read(key);
    return (own === EMPTY && meanwhile ? read(meanwhile) : own) as Snapshot<T>;
  }

  /** The rows that were loaded of `table`, in lists or alone. */
  function rows(table: Table): object[] {
    return [...entries.values()].flatMap(({ resource, snapshot: { data } }) =>
      resource?.tables.includes(table) ? rowsIn(data) : [],
    );
  }
  return { subscribe, load, more, set, put, invalidate, retry, read, shown, rows };
}

function rowsIn(data: unknown): object[] {
  if (typeof data !== 'object' || data === null) return [];
  if ('rows' in data) return data.rows as object[];
  return Array.isArray(data) ? data : [data];
}

function withRow(data: unknown, row: { id: string }): unknown {
  if (Array.isArray(data)) return data.map((old) => (old.id === row.id ? { ...old, ...row } : old));
  const list = data as { rows?: unknown };
  return list.rows ? { ...list, rows: withRow(list.rows, row) } : { ...list, ...row };
}

function newEntry(snapshot: Snapshot<unknown>): Entry {
  const isFresh = 'data' in snapshot;
  return { resource: null, snapshot, request: null, isFresh, listeners: new Set() };
}

export const StoreContext = createContext<Store | null>(null);

export const useStore = (): Store => useRequired(StoreContext);

/** Data that is shown, on its way, or not to be had. */
type Query<T> = Snapshot<T> & { onRetry: () => Promise<void> };

export function useResource<T>(resource: Resource<T>): Query<T> {
  const store = useStore();
  // biome-ignore lint/correctness/useExhaustiveDependencies: What has the same key is the same.
  const subscribe = useCallback(
    (listener: () => void) => store.subscribe(resource, listener),
    [store, resource.key],
  );
  const read = () => store.shown(resource);
  const snapshot = useSyncExternalStore(subscribe, read, read);
  return { ...snapshot, onRetry: () => store.load(resource) };
}

export type PagedQuery<T> = Query<List<T>> & {
  /** Adds the next ones; false when they could not be loaded. */
  onMore: () => Promise<boolean>;
};

/** What a list in a page needs of its resource. */
export function usePagedList<T>(resource: ListResource<T>): PagedQuery<T> {
  const store = useStore();
  const query = useResource(resource);
  // biome-ignore lint/correctness/useExhaustiveDependencies: It looks at the document, where the data is on screen.
  useLayoutEffect(goToPlace, [query.data]);
  return {
    ...query,
    onMore: async () => {
      const isLoaded = await store.more(resource);
      const grown = (store.read(resource.key) as Snapshot<List<T>>).data;
      if (resource.keptAs && grown) keep(resource.keptAs, `${grown.rows.length}`);
      return isLoaded;
    },
  };
}
