import type { ListResource, Table } from './query-store';

/** The most rows that the service returns at a time. */
const MAX_ROWS = 1000;

/** The rows from `first` to `last`, both included. */
type Page<T> = (first: number, last: number, signal?: AbortSignal) => Promise<T[]>;

/**
 * A list that starts with `size` rows and grows by as many. Each read requests one row more than is shown, which tells
 * whether there are more. Loaded again, the list is as long as it was.
 */
export function pagedList<T extends { id: string }>(
  key: string,
  tables: readonly Table[],
  size: number,
  page: Page<T>,
): ListResource<T> {
  return {
    key,
    tables,
    load: async (shown, signal) => {
      const count = Math.max(size, shown?.rows.length ?? 0);
      const rows = await readUpTo(count + 1, page, signal);
      return { rows: rows.slice(0, count), hasMore: rows.length > count };
    },
    more: async ({ rows }, signal) => {
      const next = await page(rows.length, rows.length + size, signal);
      // A row added in the meantime moves the others down, so one of them may come twice.
      const known = new Set(rows.map(({ id }) => id));
      const added = next.slice(0, size).filter(({ id }) => !known.has(id));
      return { rows: [...rows, ...added], hasMore: next.length > size };
    },
  };
}

async function readUpTo<T>(
  count: number,
  page: Page<T>,
  signal: AbortSignal | undefined,
): Promise<T[]> {
  const rows: T[] = [];
  while (rows.length < count) {
    const last = Math.min(count, rows.length + MAX_ROWS) - 1;
    const wanted = last - rows.length + 1;
    const next = await page(rows.length, last, signal);
    rows.push(...next);
    if (next.length < wanted) break;
  }
  return rows;
}
