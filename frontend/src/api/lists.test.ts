import { expect, test } from 'vitest';
import { pagedList } from './lists';

type Row = { id: string };

/** A list of rows that are there, and what was asked of it. */
function listOf(ids: string[], size = 2) {
  const asked: [number, number][] = [];
  const list = pagedList<Row>('list', [], size, async (first, last) => {
    asked.push([first, last]);
    return ids.slice(first, last + 1).map((id) => ({ id }));
  });
  return { list, asked };
}

const rowsOf = (...ids: string[]) => ids.map((id) => ({ id }));

test('the first page says whether there is more', async () => {
  expect(await listOf(['a', 'b', 'c']).list.load()).toEqual({
    rows: rowsOf('a', 'b'),
    hasMore: true,
  });
  expect(await listOf(['a', 'b']).list.load()).toEqual({ rows: rowsOf('a', 'b'), hasMore: false });
  expect(await listOf([]).list.load()).toEqual({ rows: [], hasMore: false });
});

test('the next page comes after what is shown', async () => {
  const { list, asked } = listOf(['a', 'b', 'c', 'd', 'e']);
  const first = await list.load();
  const second = await list.more(first);
  expect(second).toEqual({ rows: rowsOf('a', 'b', 'c', 'd'), hasMore: true });
  expect(await list.more(second)).toEqual({
    rows: rowsOf('a', 'b', 'c', 'd', 'e'),
    hasMore: false,
  });
  expect(asked).toEqual([
    [0, 2],
    [2, 4],
    [4, 6],
  ]);
});

test('a row that moved down meanwhile is not shown twice', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const { list } = listOf(ids);
  const first = await list.load();
  ids.unshift('new');
  expect((await list.more(first)).rows).toEqual(rowsOf('a', 'b', 'c'));
});

test('loaded again it is as long as it was', async () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const { list } = listOf(ids);
  const shown = await list.more(await list.load());
  expect((await list.load(shown)).rows).toEqual(rowsOf('a', 'b', 'c', 'd'));
  ids.splice(0, 4);
  expect(await list.load(shown)).toEqual({ rows: rowsOf('e'), hasMore: false });
});

test('more than the service gives at a time is asked for in parts', async () => {
  const ids = Array.from({ length: 2500 }, (_, n) => `${n}`);
  const { list, asked } = listOf(ids, 1600);
  const shown = await list.load();
  expect(shown.rows).toHaveLength(1600);
  expect(shown.hasMore).toBe(true);
  expect(asked).toEqual([
    [0, 999],
    [1000, 1600],
  ]);
});
