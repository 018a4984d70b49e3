/** What people saved, each save with all that it changed. See docs/protocol.md#changes. */

import {
  CHANGED_TABLES,
  type Change,
  type ChangedTable,
  type ChangeFilter,
  type Doing,
  matchOf,
  readUndoable,
  type ToldChange,
  told,
} from './changes';
import { COUNTED, readPage, readRows } from './client/requests';
import { pagedList } from './queries/lists';
import type { ListResource } from './queries/query-store';

const SHOWN = 50;
/** A save of more than these is told by how many rows it changed, with the last of them. */
const TOLD = 20;

/** How many rows of a table a save has added, changed or deleted; what went along with others is not among them. */
export type Kind = { table_name: ChangedTable; action: Change['action']; count: number };

/** All that was changed in one transaction: by a form, a table, a deletion. */
export type Save = Doing & {
  /** `number`, as lists need it. */
  id: string;
  /** By which it is undone. */
  number: number;
  kinds: readonly Kind[];
  /** The newest first: all of them, or of a large save the last. */
  changes: readonly [ToldChange, ...ToldChange[]];
  isWhole: boolean;
  /** Whether whoever reads it may take all of it back. */
  canUndo: boolean;
};

type Group = Doing & { transaction: number; last: number };

/** The saves, the newest first. */
export function savesResource(filter: ChangeFilter): ListResource<Save> {
  const page = async (first: number, last: number, signal?: AbortSignal) => {
    const { rows, count } = await readPage<Group>('fetching changes failed', signal, (db) =>
      db
        .from('music_changes')
        .select(GROUP, COUNTED)
        .match(matchOf(filter))
        .is('part_of', null)
        .order('transaction', { ascending: false })
        .range(first, last),
    );
    return { rows: rows.length > 0 ? await savesOf(rows, signal) : [], count };
  };
  return pagedList(`saves ${JSON.stringify(filter)}`, CHANGED_TABLES, SHOWN, page);
}

const GROUP = 'transaction,user_id,account_gone,at:at.max(),last:id.max()';

async function savesOf(groups: readonly Group[], signal?: AbortSignal): Promise<Save[]> {
  const [kinds, undoable] = await Promise.all([
    readKinds(groups, signal),
    readUndoable('transactions', numbersOf(groups), signal),
  ]);
  const kindsOf = ({ transaction }: Group) =>
    kinds.filter((kind) => kind.transaction === transaction);
  const rowsOf = (group: Group) => kindsOf(group).reduce((sum, { count }) => sum + count, 0);
  const changes = await readChanges(
    groups.filter((group) => rowsOf(group) <= TOLD),
    groups.filter((group) => rowsOf(group) > TOLD),
    signal,
  );
  return groups.flatMap((group): Save[] => {
    const { transaction, last: _, ...doing } = group;
    const [first, ...others] = changes.filter((change) => change.transaction === transaction);
    if (!first) return [];
    const told = { kinds: kindsOf(group), changes: [first, ...others] as const };
    const isWhole = rowsOf(group) <= TOLD;
    const canUndo = undoable.has(transaction);
    return [{ ...doing, ...told, isWhole, canUndo, id: `${transaction}`, number: transaction }];
  });
}

function readKinds(groups: readonly Group[], signal?: AbortSignal) {
  return readRows<Kind & { transaction: number }>('fetching changes failed', signal, (db) =>
    db
      .from('music_changes')
      .select('transaction,table_name,action,count()')
      .in('transaction', numbersOf(groups))
      .is('part_of', null),
  );
}

/** All changes of the small saves, and of each large one the last. */
async function readChanges(
  small: readonly Group[],
  large: readonly Group[],
  signal?: AbortSignal,
): Promise<ToldChange[]> {
  const isTold = [
    ...(small.length > 0 ? [`transaction.in.(${numbersOf(small).join()})`] : []),
    ...(large.length > 0 ? [`id.in.(${large.map(({ last }) => last).join()})`] : []),
  ];
  const rows = await readRows<Change>('fetching changes failed', signal, (db) =>
    db
      .from('music_changes')
      .select('*')
      .or(isTold.join())
      .is('part_of', null)
      .order('id', { ascending: false }),
  );
  return told(rows, signal);
}

const numbersOf = (groups: readonly Group[]) => groups.map(({ transaction }) => transaction);
