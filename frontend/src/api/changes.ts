/** What has happened to the site's content, settings and owners. See docs/protocol.md#changes. */

import type { Row } from '../types';
import { COUNTED, readPage, readRow, readRows } from './client/requests';
import { inSlices } from './queries/by-id';
import {
  type ChangedArtist,
  type ChangedEvent,
  findArtists,
  findEvents,
} from './queries/changed-rows';
import { pagedList } from './queries/lists';
import type { ListResource } from './queries/query-store';

const SHOWN = 50;

export type ChangedTable =
  | 'music_artists'
  | 'music_events'
  | 'music_lineup'
  | 'music_links'
  | 'music_owners'
  | 'music_settings';
export type Version = Readonly<Record<string, unknown>>;

/** GET /rest/v1/music_changes */
export type Change = Omit<Row<'music_changes'>, 'before' | 'after' | 'part_of'> & {
  table_name: ChangedTable;
  action: 'insert' | 'update' | 'delete';
  before: Version | null;
  after: Version | null;
};

/** When something was done, and by whom. */
export type Doing = Pick<Change, 'at' | 'user_id' | 'account_gone'>;

/** A change with all that it takes to tell it. */
export type ToldChange = Omit<Change, 'id'> & {
  /** `number`, as lists need it. */
  id: string;
  number: number;
  /** The event that was changed, or whose bill was; as it is now, or was last. */
  event: ChangedEvent | null;
  /** The artists that the change is about, by their ids. */
  artists: ReadonlyMap<string, ChangedArtist>;
  /** The tables of the rows that went along. */
  along: readonly ChangedTable[];
  /** The change that has undone this one. */
  undone: Doing | null;
};

/** A deletion, and whether whoever reads it may bring back what went. */
type Deletion = ToldChange & { canUndo: boolean };

export type ChangeFilter = { artistId?: string; userId?: string };

/** The tables whose lists an undo may change. */
export const CHANGED_TABLES = ['music_artists', 'music_events', 'music_settings'] as const;

/** The artists and events that were deleted, the last first: what went along with a deletion is part of it. */
export function deletionsResource(filter: ChangeFilter): ListResource<Deletion> {
  const page = async (first: number, last: number, signal?: AbortSignal) => {
    const { rows, count } = await readPage<Change>('fetching changes failed', signal, (db) =>
      db
        .from('music_changes')
        .select('*', COUNTED)
        .match(matchOf(filter))
        .is('part_of', null)
        .eq('action', 'delete')
        .in('table_name', ['music_artists', 'music_events'])
        .order('id', { ascending: false })
        .range(first, last),
    );
    const ids = rows.map(({ id }) => id);
    const [changes, undoable] = await Promise.all([
      told(rows, signal),
      readUndoable('changes', ids, signal),
    ]);
    return { rows: changes.map((one) => ({ ...one, canUndo: undoable.has(one.number) })), count };
  };
  return pagedList(`deletions ${JSON.stringify(filter)}`, CHANGED_TABLES, SHOWN, page);
}

/** Which of these, by their numbers, whoever asks may take back; all while that cannot be told: an undo asks again. */
export async function readUndoable(
  named: 'transactions' | 'changes',
  numbers: readonly number[],
  signal?: AbortSignal,
): Promise<ReadonlySet<number>> {
  if (numbers.length === 0) return new Set();
  try {
    const answer = await readRow<Record<typeof named, number[]>>(
      'fetching changes failed',
      signal,
      (db) => db.rpc('can_undo', { [named]: numbers }),
    );
    return new Set(answer[named]);
  } catch (error) {
    if (signal?.aborted) throw error;
    return new Set(numbers);
  }
}

/** The columns and values that what people did themselves has, of one artist or by one person where the filter says so. */
export const matchOf = ({ artistId, userId }: ChangeFilter): Record<string, string> => ({
  ...(artistId && { artist_id: artistId }),
  ...(userId && { user_id: userId }),
});

/** The changes with the names of what they are about, and who has undone them. */
export async function told(changes: Change[], signal?: AbortSignal): Promise<ToldChange[]> {
  const ids = changes.map(({ id }) => id);
  const [undos, parts, events] = await Promise.all([
    belonging<Undo>('undo', 'at,user_id,account_gone', ids, signal),
    belonging<Part>('part_of', 'table_name', ids, signal),
    findEvents(changes.flatMap(eventIdOf), signal),
  ]);
  const ofEvents = [...events.values()].map(({ artist_id }) => artist_id);
  const artists = await findArtists([...changes.flatMap(artistIdsOf), ...ofEvents], signal);
  const undone = new Map(undos.map((one) => [one.undo, one]));
  return changes.map((change) => ({
    ...change,
    id: `${change.id}`,
    number: change.id,
    event: events.get(eventIdOf(change)[0] ?? '') ?? null,
    artists,
    along: parts.filter(({ part_of }) => part_of === change.id).map(({ table_name }) => table_name),
    undone: undone.get(change.id) ?? null,
  }));
}

type Undo = Doing & Pick<Change, 'undo'>;
type Part = Pick<Change, 'table_name'> & { part_of: number };

/** The changes that name one of these in the column `by`. */
async function belonging<T>(
  by: 'undo' | 'part_of',
  columns: string,
  ids: readonly number[],
  signal?: AbortSignal,
): Promise<T[]> {
  return inSlices(ids, (some) =>
    readRows<T>('fetching changes failed', signal, (db) =>
      db.from('music_changes').select(`${by},${columns}`).in(by, some).order('id'),
    ),
  );
}

function eventIdOf({ table_name, row_id, before, after }: Change): string[] {
  if (table_name === 'music_events') return [row_id];
  const id = after?.event_id ?? before?.event_id;
  return typeof id === 'string' ? [id] : [];
}

function artistIdsOf({ table_name, row_id, artist_id, before, after }: Change): string[] {
  const own = table_name === 'music_artists' ? row_id : null;
  const ids = [own, artist_id, before?.artist_id, after?.artist_id];
  return ids.filter((id): id is string => typeof id === 'string');
}
