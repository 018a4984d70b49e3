import type { ChangedTable, ToldChange } from '../../api/changes';
import type { Kind, Save } from '../../api/saves';
import { counted, periodInWords, withThousands } from '../../format';
import { fieldsOf } from './words';

const NOUN: Record<ChangedTable, string> = {
  music_artists: 'artist',
  music_events: 'date',
  music_lineup: 'name on a bill',
  music_links: 'link',
  music_owners: 'owner',
  music_settings: 'setting',
};

/** What people come for; bills, links and owners belong to them. */
const MAIN: readonly ChangedTable[] = ['music_events', 'music_artists'];
const VERBS = { insert: 'added', update: 'changed', delete: 'deleted' };

/** What a save did, after the name of who did it: 'changed Halve, Kesselhaus Nord, November 24, 2026: start, bill'. */
export function sentenceOf(save: Save): string {
  const { changes, isWhole } = save;
  const [first] = changes;
  if (isWhole && changes.every(isFeaturing)) return featuring(changes);
  if (!isWhole || new Set(changes.map(nameOf)).size > 1) return ofMany(save);
  const whole = changes.find(isComingOrGoing);
  if (whole) return comingOrGoing(whole);
  const fields = [...new Set(changes.toReversed().flatMap(fieldNames))].join(', ');
  return `${first.undo ? 'undid a change of' : 'changed'} ${nameOf(first)}: ${fields.toLowerCase()}`;
}

/** How many of the rows that a save is about, and whether they came back if it were undone. */
export function mainRows({ kinds }: Save): { count: number; isBack: boolean } {
  const rows = mainKinds(kinds);
  const count = rows.reduce((sum, kind) => sum + kind.count, 0);
  return { count, isBack: rows.length > 0 && rows.every(({ action }) => action === 'delete') };
}

function mainKinds(kinds: readonly Kind[]): readonly Kind[] {
  const main = kinds.filter(({ table_name }) => MAIN.includes(table_name));
  return main.length > 0 ? main : kinds;
}

/** 'added 280 dates and changed 20 dates', 'added 8 artists and 32 dates, and changed 1 artist'. */
function ofMany({ kinds, changes: [first] }: Save): string {
  const rows = mainKinds(kinds);
  const actions = [...new Set(rows.map(({ action }) => action))];
  const deeds = actions.map((action) => {
    const counts = rows
      .filter((kind) => kind.action === action)
      .map(({ table_name, count }) => countedRows(count, table_name));
    return `${verbOf({ action, undo: first.undo })} ${counts.join(' and ')}`;
  });
  return deeds.join(rows.length > actions.length ? ', and ' : ' and ');
}

function countedRows(count: number, table: ChangedTable): string {
  if (table === 'music_lineup' && count !== 1) return `${withThousands(count)} names on bills`;
  return counted(count, NOUN[table]);
}

/** Who got the featured place; it is taken from another in the same save. */
function featuring(changes: Save['changes']): string {
  const [first] = changes;
  const got = changes.find(({ after }) => after?.is_featured);
  if (!got) return `stopped featuring ${nameOf(first)}`;
  return `featured ${nameOf(got)}${first.undo ? ' again' : ''}`;
}

const OPPOSITES = { insert: 'brought back', update: 'undid changes of', delete: 'took back' };

const verbOf = ({ action, undo }: Pick<ToldChange, 'action' | 'undo'>) =>
  (undo ? OPPOSITES : VERBS)[action];

/** What a change that came or went did: 'deleted Halve with 12 dates and 3 links'. */
export function comingOrGoing(change: ToldChange): string {
  return `${verbOf(change)} ${nameOf(change)}${alongWith(change)}`;
}

/** True for a change by which an artist or an event came or went. */
function isComingOrGoing({ table_name, action }: ToldChange): boolean {
  return MAIN.includes(table_name) && action !== 'update';
}

/** True for a change that only gave an artist the featured place, or took it away. */
function isFeaturing({ after }: ToldChange): boolean {
  return Object.keys(after ?? {}).join() === 'is_featured';
}

/** The artist or the event that a change is about: 'Halve' or 'Halve, Kesselhaus Nord, November 24, 2026'. */
export function nameOf({
  event,
  table_name,
  row_id,
  artist_id,
  artists,
  before,
  after,
}: ToldChange): string {
  const artistName = (id: string | null) => artists.get(id ?? '')?.name;
  if (event) {
    const parts = [artistName(event.artist_id), event.venue, periodInWords(event.date)];
    return parts.filter(Boolean).join(', ');
  }
  if (table_name === 'music_settings') return 'the site';
  if (table_name === 'music_artists') {
    return artistName(row_id) ?? String(after?.name ?? before?.name ?? row_id);
  }
  const name = artistName(artist_id) ?? 'a deleted artist';
  return table_name === 'music_links' || table_name === 'music_owners' ? name : `a date of ${name}`;
}

function fieldNames({ table_name, before, after }: ToldChange): string[] {
  if (table_name === 'music_lineup') return ['bill'];
  if (table_name === 'music_links') return ['links'];
  if (table_name === 'music_owners') return ['owners'];
  return fieldsOf(table_name, after ?? before).map(([, name]) => name);
}

/** ' with 12 dates and 3 links', of what went along with an artist. */
export function alongWith({ table_name, along }: ToldChange): string {
  if (table_name !== 'music_artists') return '';
  const parts = (['music_events', 'music_links'] as const)
    .map((table) => [along.filter((one) => one === table).length, NOUN[table]] as const)
    .filter(([count]) => count > 0)
    .map(([count, noun]) => counted(count, noun));
  return parts.length > 0 ? ` with ${parts.join(' and ')}` : '';
}
