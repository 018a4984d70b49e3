import { kept } from '../../address';
import { MAX_ROWS } from '../../limits';
import type { List, ListResource, Table } from './query-store';

/** Some rows of a list, and how many it has in all. */
export type Counted<T> = { rows: T[]; count: number };

/** The rows from `first` to `last`, both included. */
type Page<T> = (first: number, last: number, signal?: AbortSignal) => Promise<Counted<T>>;

export function listOf<T>(rows: T[], count: number): List<T> {
  return { rows, count, hasMore: rows.length < count };
}

/**
 * A list that starts with `size` rows and grows by as many. Loaded again, it is as long as it was; so it is after a
 * reload where the address keeps that, as `keptAs`.
 */
export function pagedList<T extends { id: string }>(
  key: string,
  tables: readonly Table[],
  size: number,
  page: Page<T>,
  keptAs?: string,
): ListResource<T> {
  const grownTo = () => (keptAs ? Number(kept(keptAs)) || 0 : 0);
  return {
    key,
    tables,
    keptAs,
    isShort: (shown) => shown.hasMore && shown.rows.length < grownTo(),
    load: (signal, shown) =>
      readUpTo(Math.max(size, shown?.rows.length ?? 0, grownTo()), page, signal),
    more: async ({ rows }, signal) => {
      const next = await page(rows.length, rows.length + size - 1, signal);
      // A row added in the meantime moves the others down, so one of them may come twice.
      const known = new Set(rows.map(({ id }) => id));
      return listOf([...rows, ...next.rows.filter(({ id }) => !known.has(id))], next.count);
    },
  };
}

async function readUpTo<T>(
  wanted: number,
  page: Page<T>,
  signal: AbortSignal | undefined,
): Promise<List<T>> {
  const rows: T[] = [];
  let count = wanted;
  while (rows.length < Math.min(wanted, count)) {
    const next = await page(rows.length, Math.min(wanted, rows.length + MAX_ROWS) - 1, signal);
    rows.push(...next.rows);
    count = next.rows.length > 0 ? next.count : rows.length;
  }
  return listOf(rows, count);
}
