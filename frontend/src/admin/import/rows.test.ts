import { expect, test } from 'vitest';
import type { Preview, PreviewRow } from '../../api/tables';
import { problemsFirst, stateInWords, tableOf, unclearDate } from './rows';

function row(line: number, state: PreviewRow['state'], column = '', value = ''): PreviewRow {
  const problems = column ? [{ column, value, reason: `${value} is wrong.` }] : [];
  return { line, state, problems, artists: [], values: {}, typed: [value, 'Roxy\nLeeds'] };
}

test('rows to decide come first, and states are words (E9)', () => {
  const rows = [row(2, 'ready'), row(3, 'problem', 'date', '31/11/2026'), row(4, 'exists')];
  expect(problemsFirst(rows).map(({ line }) => line)).toEqual([3, 2, 4]);
  expect(rows.map(stateInWords)).toEqual(['Ready', 'Date not understood', 'Already there']);
  expect(stateInWords(row(5, 'needs_artist'))).toBe('Needs an artist');
  expect(stateInWords(row(5, 'problem', 'door_time', '27:00'))).toBe('Needs a look');
});

test('what is left out can be pasted into a spreadsheet, with the reason (E9)', () => {
  const preview: Preview = {
    kind: 'events',
    needs_day_order: false,
    columns: [
      { header: 'Date', means: 'date' },
      { header: 'Venue', means: 'venue' },
    ],
    rows: [],
  };
  expect(tableOf(preview, [row(3, 'problem', 'date', '31/11/2026')])).toBe(
    'Date\tVenue\tWhy it was left out\n31/11/2026\tRoxy Leeds\t31/11/2026 is wrong.',
  );
});

test('the question about days and months shows a date of the table that has two readings (E9)', () => {
  const rows = [row(2, 'problem', 'date', '31/11/2026'), row(3, 'problem', 'date', '4/12/2026')];
  expect(unclearDate(rows)).toEqual({ typed: '4/12/2026', first: 4, second: 12 });
  expect(unclearDate([row(2, 'problem', 'date', '5/5/2026')])).toBeNull();
});
