/** What of a page's state is kept in its address, so that Back and reload show the same: a search, how far a list was grown. */

/** The name of what was searched for. */
export const SEARCHED = 'q';
/** Under these, how far its results were grown. */
export const FOUND = { artists: 'found_artists', events: 'found_events' } as const;

/** What the address has under `name`; empty when nothing was kept. */
export function kept(name: string): string {
  return new URLSearchParams(location.search).get(name) ?? '';
}

/** Puts `value` into the address without a step in the history; an empty one takes it out. */
export function keep(name: string, value: string): void {
  const url = new URL(location.href);
  if (value) url.searchParams.set(name, value);
  else url.searchParams.delete(name);
  history.replaceState(history.state, '', url);
}
