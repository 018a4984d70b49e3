import type { FailedOperation } from '../client/errors';
import { readRows } from '../client/requests';

/** Their addresses stay far below what a URL may have. */
const IDS_AT_ONCE = 50;

/** The rows of all these ids, some of which are read at a time. */
export async function inSlices<T, Id extends string | number>(
  ids: readonly Id[],
  read: (some: readonly Id[]) => Promise<T[]>,
): Promise<T[]> {
  const slices = Array.from({ length: Math.ceil(ids.length / IDS_AT_ONCE) }, (_, number) =>
    ids.slice(number * IDS_AT_ONCE, (number + 1) * IDS_AT_ONCE),
  );
  return (await Promise.all(slices.map(read))).flat();
}

/** The rows of a table with these ids, by id. */
export async function readById<T extends { id: string }>(
  operation: FailedOperation,
  table: 'music_artists' | 'music_events',
  columns: string,
  ids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<Map<string, T>> {
  const rows = await inSlices([...new Set(ids)], (some) =>
    readRows<T>(operation, signal, (db) => db.from(table).select(columns).in('id', some)),
  );
  return new Map(rows.map((row) => [row.id, row]));
}
