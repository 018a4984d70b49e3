import type { ToldChange } from '../../api/changes';
import { dayOf } from '../account/moment';

/** What one press has made: changes of one thing and of what belongs to it, or of many alike, as a table adds them. */
export type Press = { id: string; changes: [ToldChange, ...ToldChange[]] };

/** A page saves a form in several requests, and nobody saves the same one twice within this time. */
const ONE_FORM_MS = 2000;
/** The rows of a table come in one transaction. */
const ONE_TABLE_MS = 100;

/** A change by itself. */
export const pressOf = (change: ToldChange): Press => ({ id: change.id, changes: [change] });

/** The presses of each day, under its name: 'Today', 'Yesterday', 'November 2'. */
export function byDay(presses: readonly Press[]): [string, Press[]][] {
  const days = new Map<string, Press[]>();
  const now = new Date();
  for (const press of presses) {
    const day = dayOf(press.changes[0].at, now);
    const name = day.charAt(0).toUpperCase() + day.slice(1);
    days.set(name, [...(days.get(name) ?? []), press]);
  }
  return [...days];
}

/** The changes, of which the newest is the first, by the press that made them. */
export function pressesOf(changes: readonly ToldChange[]): Press[] {
  const presses: Press[] = [];
  for (const change of changes) {
    const last = presses.at(-1);
    const before = last?.changes.at(-1);
    if (last && before && isSamePress(change, before)) last.changes.push(change);
    else presses.push(pressOf(change));
  }
  return presses;
}

function isSamePress(earlier: ToldChange, later: ToldChange): boolean {
  if (earlier.user_id !== later.user_id || earlier.account_gone !== later.account_gone)
    return false;
  if (Boolean(earlier.undo) !== Boolean(later.undo)) return false;
  if (Boolean(earlier.undone) !== Boolean(later.undone)) return false;
  const passed = Date.parse(later.at) - Date.parse(earlier.at);
  if (subjectOf(earlier) === subjectOf(later) && !isDeletion(later)) return passed <= ONE_FORM_MS;
  return isAlike(earlier, later) && passed <= ONE_TABLE_MS;
}

/** No form deletes: what came before it, however shortly, was another press. */
const isDeletion = (change: ToldChange) => isWhole(change) && change.action === 'delete';

const isAlike = (a: ToldChange, b: ToldChange) =>
  a.table_name === b.table_name && a.action === b.action && a.action !== 'update';

/** True for a change by which an artist or an event came or went. */
export function isWhole({ table_name, action }: ToldChange): boolean {
  return (table_name === 'music_artists' || table_name === 'music_events') && action !== 'update';
}

/** True for a change that only gave an artist the featured place, or took it away. */
export function isFeaturing({ after }: ToldChange): boolean {
  return Object.keys(after ?? {}).join() === 'is_featured';
}

/** What a change is about: an event, also when its bill changed, or an artist, also when a link did. */
function subjectOf(change: ToldChange): string {
  if (isFeaturing(change)) return 'the featured place';
  const { table_name, event, artist_id, row_id } = change;
  if (table_name === 'music_links' || table_name === 'music_owners') return artist_id ?? row_id;
  return event?.id ?? row_id;
}
