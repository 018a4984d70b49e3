/**
 * What was typed into forms and not sent yet, kept in the browser's session: it outlives a closed form, a reload and a
 * session that ran out, and shows to nobody but the person who typed it.
 */

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

export function keepDraft(key: string, values: Record<string, string>): void {
  // Whatever does not fit takes its older version with it, which would come back as if it were the last.
  forgetDraft(key);
  if (Object.keys(values).length === 0) return;
  inStorage((storage) => storage.setItem(nameOf(key), JSON.stringify(values)));
}

export function forgetDraft(key: string): void {
  inStorage((storage) => storage.removeItem(nameOf(key)));
}

/** For signing out: those of the person who leaves. */
export function forgetAllDrafts(): void {
  for (const name of names()) {
    if (name.startsWith(nameOf(''))) inStorage((storage) => storage.removeItem(name));
  }
}

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
