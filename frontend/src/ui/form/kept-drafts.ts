/** What was typed into forms and not sent yet, kept in the browser's session: it outlives a closed form and a reload. */

const PREFIX = 'marquee.draft.';

export function keptDraft<V>(key: string): V | null {
  const text = sessionStorage.getItem(PREFIX + key);
  return text === null ? null : (JSON.parse(text) as V);
}

export function keepDraft(key: string, values: Record<string, string>): void {
  if (Object.keys(values).length === 0) {
    forgetDraft(key);
    return;
  }
  try {
    sessionStorage.setItem(PREFIX + key, JSON.stringify(values));
  } catch {
    // The session's storage is full or refused: what was typed then lives as long as the form.
  }
}

export function forgetDraft(key: string): void {
  sessionStorage.removeItem(PREFIX + key);
}

/** For signing out: what one person typed is not for the next. */
export function forgetAllDrafts(): void {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
  }
}
