import { expect, test } from 'vitest';
import type { PreviewRow } from '../../api/client/tables';
import { furtherValues } from './values';

const NIGHT = { artist: 'Mara Voss', start_time: '00:30' };

test.each<[string, PreviewRow['state'], PreviewRow['values'], string[]]>([
  ['is settled', 'ready', { ...NIGHT, date: '2031-12-06' }, ['The night from Friday to Saturday']],
  ['is asked for', 'problem', { ...NIGHT, date: '2031-12-06' }, []],
  ['has an unclear date', 'problem', NIGHT, []],
])('a row whose night %s tells it then (E9)', (_, state, values, night) => {
  const row: PreviewRow = {
    line: 2,
    state,
    values,
    problems: [],
    artist: null,
    artists: [],
    changes: [],
    typed: [],
  };
  expect(furtherValues({ kind: 'events', zone: 'Europe/Berlin' }, row)).toEqual([
    'Start: 00:30',
    ...night,
  ]);
});
