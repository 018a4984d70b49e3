import type { ChangedTable, ToldChange } from '../../api/changes';
import { counted, longDate } from '../../format';
import { isFeaturing, isWhole, type Press } from './presses';
import { fieldsOf } from './words';

const NOUN: Record<ChangedTable, string> = {
  music_artists: 'artist',
  music_events: 'date',
  music_lineup: 'name on a bill',
  music_links: 'link',
  music_owners: 'owner',
  music_settings: 'setting',
};

/** What a press did, after the name of who did it: 'changed Halve, Kesselhaus Nord, November 24, 2026: start, bill'. */
export function sentenceOf({ changes }: Press): string {
  const [first] = changes;
  if (changes.every(isFeaturing)) return featuring(changes);
  const whole = changes.find(isWhole) ?? first;
  if (changes.length > 1 && new Set(changes.map(nameOf)).size > 1) {
    return `${verbOf(whole)} ${counted(changes.length, NOUN[whole.table_name])}`.replace(
      'name on a bills',
      'names on bills',
    );
  }
  if (isWhole(whole)) return `${verbOf(whole)} ${nameOf(whole)}${alongWith(whole)}`;
  const fields = [...new Set(changes.toReversed().flatMap(fieldNames))].join(', ');
  return `${first.undo ? 'undid a change of' : 'changed'} ${nameOf(first)}: ${fields.toLowerCase()}`;
}

/** Who got the featured place; it is taken from another in the same press. */
function featuring(changes: Press['changes']): string {
  const [first] = changes;
  const got = changes.find(({ after }) => after?.is_featured);
  if (!got) return `stopped featuring ${nameOf(first)}`;
  return `featured ${nameOf(got)}${first.undo ? ' again' : ''}`;
}

const VERBS = { insert: 'added', update: 'changed', delete: 'deleted' };

function verbOf({ action, undo }: ToldChange): string {
  if (!undo) return VERBS[action];
  return action === 'insert' ? 'brought back' : 'took back';
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
    const day = longDate(event.date).replace(/^\w+, /, '');
    return [artistName(event.artist_id), event.venue, day].filter(Boolean).join(', ');
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
