/**
 * What was typed into forms and not sent yet, kept in the browser's session: it outlives a closed form, a reload and a
 * session that ran out, and shows to nobody but the person who typed it.
 */

type Values = Record<string, string>;

const PREFIX = 'marquee.draft.';
let owner = '';

/** Keeps and shows from now on the drafts of the person with this id. */
export function showDraftsOf(userId: string): void {
  owner = userId;
}

export function keptDraft<V>(key: string): V | null {
  const text = inStorage((storage) => storage.getItem(nameOf(key)));
  return text ? (JSON.parse(text) as V) : null;
}

/** The key of a kept draft that begins with `start`; null if there is none. */
export function keptKey(start: string): string | null {
  const name = names().find((each) => each.startsWith(nameOf(start)));
  return name?.slice(nameOf('').length) ?? null;
}

/** Keeps what was typed; with `base`, also what stood in these fields: the record may have changed once it comes back. */
export function keepDraft(key: string, values: Values, base?: Values): void {
  // Whatever does not fit takes its older version with it, which would come back as if it were the last.
  forgetDraft(key);
  if (Object.keys(values).length === 0) return;
  put(key, values);
  if (base) put(baseOf(key), base);
}

function put(key: string, values: Values): void {
  inStorage((storage) => storage.setItem(nameOf(key), JSON.stringify(values)));
}

export function forgetDraft(key: string): void {
  for (const name of [key, baseOf(key)]) {
    inStorage((storage) => storage.removeItem(nameOf(name)));
  }
}

/** What was `typed` into a record that was `before`, over the `newest` one. */
export type Merge<V> = (before: V, typed: V, newest: V) => V;

/** How a form begins; `older` is what stood there as it was typed, where by now something else does. */
type Start<V> = { values: V; wasKept: boolean; older: V | null };

/** How a form of `record` begins: with what was kept under `key`. */
export function startOf<V extends Values>(record: V, key?: string, merge?: Merge<V>): Start<V> {
  const kept = key ? keptDraft<Partial<V>>(key) : null;
  if (!key || !kept) return { values: record, wasKept: false, older: null };
  const base = keptDraft<Partial<V>>(baseOf(key)) ?? {};
  const typed = { ...record, ...kept };
  const isOlder = Object.entries(base).some(([name, value]) => value !== record[name]);
  const older = isOlder ? { ...record, ...base } : null;
  return { values: older && merge ? merge(older, typed, record) : typed, wasKept: true, older };
}

/** For signing out: those of the person who leaves. */
export function forgetAllDrafts(): void {
  for (const name of names()) {
    if (name.startsWith(nameOf(''))) inStorage((storage) => storage.removeItem(name));
  }
}

const baseOf = (key: string) => `base of ${key}`;

const nameOf = (key: string) => `${PREFIX}${owner}.${key}`;

const names = () => inStorage((storage) => Object.keys(storage)) ?? [];

/**
 * Null where the browser refuses it, as some do with all of a site's data, or where it is full: what was typed then lives
 * as long as the form.
 */
function inStorage<T>(work: (storage: Storage) => T): T | null {
  try {
    return work(sessionStorage);
  } catch {
    return null;
  }
}
