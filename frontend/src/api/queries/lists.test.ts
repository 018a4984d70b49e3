import { afterEach, expect, test, vi } from 'vitest';
import { listOf, pagedList } from './lists';

type Row = { id: string };

afterEach(() => vi.unstubAllGlobals());

/** A list of rows that are there, and what was asked of it. */
function listFrom(ids: string[], size = 2) {
  const asked: [number, number][] = [];
  const list = pagedList<Row>('list', [], size, async (first, last) => {
    asked.push([first, last]);
    const rows = ids.slice(first, last + 1).map((id) => ({ id }));
    return { rows, count: ids.length };
  });
  return { list, asked };
}

const rowsOf = (...ids: string[]) => ids.map((id) => ({ id }));

test('the first page says whether there is more', async () => {
  const first = { rows: rowsOf('a', 'b'), count: 3, hasMore: true };
  expect(await listFrom(['a', 'b', 'c']).list.load()).toEqual(first);
  const all = { rows: rowsOf('a', 'b'), count: 2, hasMore: false };
  expect(await listFrom(['a', 'b']).list.load()).toEqual(all);
  expect(await listFrom([]).list.load()).toEqual({ rows: [], count: 0, hasMore: false });
});

test('the next page comes after what is shown', async () => {
  const { list, asked } = listFrom(['a', 'b', 'c', 'd', 'e']);
  const first = await list.load();
  const second = await list.more(first);
  expect(second).toEqual({ rows: rowsOf('a', 'b', 'c', 'd'), count: 5, hasMore: true });
  expect(await list.more(second)).toEqual({
    rows: rowsOf('a', 'b', 'c', 'd', 'e'),
    count: 5,
    hasMore: false,
  });
  expect(asked).toEqual([
    [0, 1],
    [2, 3],
    [4, 5],
  ]);
});

test('a row that moved down meanwhile is not shown twice', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const { list } = listFrom(ids);
  const first = await list.load();
  ids.unshift('new');
  expect((await list.more(first)).rows).toEqual(rowsOf('a', 'b', 'c'));
});

test('loaded again it is as long as it was', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const { list } = listFrom(ids);
  const shown = await list.more(await list.load());
  expect((await list.load(undefined, shown)).rows).toEqual(rowsOf('a', 'b', 'c', 'd'));
  ids.splice(0, 4);
  expect(await list.load(undefined, shown)).toEqual({
    rows: rowsOf('e'),
    count: 1,
    hasMore: false,
  });
});

test('more than the service gives at a time is asked for in parts', async () => {
  const ids = Array.from({ length: 2500 }, (_, n) => `${n}`);
  const { list, asked } = listFrom(ids, 1600);
  const shown = await list.load();
  expect(shown.rows).toHaveLength(1600);
  expect(shown.hasMore).toBe(true);
  expect(asked).toEqual([
    [0, 999],
    [1000, 1599],
  ]);
});

test('it is as long as the address says, unless there is no more', async () => {
  vi.stubGlobal('location', { search: '?rows=4' });
  const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }));
  const list = pagedList<Row>(
    'list',
    [],
    2,
    async (first, last) => ({ rows: rows.slice(first, last + 1), count: 5 }),
    'rows',
  );
  const came = listOf(rows.slice(0, 2), 5);
  expect(list.isShort?.(came)).toBe(true);
  const whole = await list.load(undefined, came);
  expect(whole.rows).toEqual(rows.slice(0, 4));
  expect(list.isShort?.(whole)).toBe(false);
  expect(list.isShort?.(listOf(rows.slice(0, 2), 2))).toBe(false);
});
