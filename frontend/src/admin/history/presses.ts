import type { ToldChange } from '../../api/changes';

/** What one press has made: changes of one thing and of what belongs to it, or of many alike, as a table adds them. */
export type Press = { id: string; changes: [ToldChange, ...ToldChange[]] };

/** A page saves a form in several requests; nobody presses twice within this time. */
const ONE_PRESS_MS = 2000;

/** The changes, of which the newest is the first, by the press that made them. */
export function pressesOf(changes: readonly ToldChange[]): Press[] {
  const presses: Press[] = [];
  for (const change of changes) {
    const last = presses.at(-1);
    const before = last?.changes.at(-1);
    if (last && before && isSamePress(change, before)) last.changes.push(change);
    else presses.push({ id: change.id, changes: [change] });
  }
  return presses;
}

function isSamePress(earlier: ToldChange, later: ToldChange): boolean {
  if (earlier.user_id !== later.user_id) return false;
  if (Boolean(earlier.undo) !== Boolean(later.undo)) return false;
  if (Boolean(earlier.undone) !== Boolean(later.undone)) return false;
  if (Date.parse(later.at) - Date.parse(earlier.at) > ONE_PRESS_MS) return false;
  return subjectOf(earlier) === subjectOf(later) || isAlike(earlier, later);
}

const isAlike = (a: ToldChange, b: ToldChange) =>
  a.table_name === b.table_name && a.action === b.action && a.action !== 'update';

/** What a change is about: an event, also when its bill changed, or an artist, also when a link did. */
function subjectOf({ table_name, event, artist_id, row_id }: ToldChange): string {
  if (table_name === 'music_links') return artist_id ?? row_id;
  return event?.id ?? row_id;
}
