import { expect, test } from 'vitest';
import type { Preview, PreviewRow } from '../../api/client/tables';
import { filled, needsAnswers, withMeaning } from './columns';
import { linesInWords, problemsFirst, sorted, stateInWords, tableOf } from './rows';

function row(line: number, state: PreviewRow['state'], column = '', value = ''): PreviewRow {
  const problems = column ? [{ column, value, reason: `${value} is wrong.` }] : [];
  return {
    line,
    state,
    problems,
    artist: null,
    artists: [],
    changes: [],
    values: {},
    typed: [value, 'Roxy\nLeeds'],
  };
}

test('rows to decide come first, and states are words (E9)', () => {
  const rows = [row(2, 'ready'), row(3, 'problem', 'date', '31/11/2026'), row(4, 'exists')];
  expect(problemsFirst(rows, {}).map(({ line }) => line)).toEqual([3, 2, 4]);
  const past = row(5, 'ready', 'date', '2026-01-08');
  expect(problemsFirst([...rows, past], {}).map(({ line }) => line)).toEqual([3, 5, 2, 4]);
  expect(rows.map(stateInWords)).toEqual(['Ready', 'Date not understood', 'Already there']);
  expect(stateInWords(row(5, 'needs_artist'))).toBe('Needs an artist');
  expect(stateInWords(row(5, 'problem', 'door_time', '27:00'))).toBe('Needs a look');
});

test('what is left out can be pasted into a spreadsheet, with the reason (E9)', () => {
  const preview: Preview = {
    kind: 'events',
    needs_artist: false,
    needs_time_order: false,
    needs_night: false,
    unclear_night: null,
    unclear_time: null,
    assumed_evening: null,
    needs_date_order: false,
    unclear_date: null,
    columns: [
      { header: 'Date', means: 'date', guessed: false },
      { header: '', means: 'venue', guessed: true },
    ],
    rows: [],
  };
  expect(tableOf(preview, [row(3, 'problem', 'date', '31/11/2026')])).toBe(
    'Date\tVenue\tWhy it was left out\n31/11/2026\tRoxy Leeds\t31/11/2026 is wrong.',
  );
});

test('what is left out counts as nothing else, and is named in short (E9)', () => {
  const rows = [row(2, 'ready'), row(3, 'problem'), row(4, 'exists'), row(5, 'needs_artist')];
  const { ready, problems, there, left } = sorted(rows, [2, 5]);
  const lines = [ready, problems, there, left].map((some) => some.map(({ line }) => line));
  expect(lines).toEqual([[], [3], [4], [2, 5]]);
  expect(linesInWords(left)).toBe('Rows 2 and 5');
  expect(linesInWords(problems)).toBe('Row 3');
  const many = Array.from({ length: 30 }, (_, index) => row(index + 2, 'ready'));
  expect(linesInWords(many)).toMatch(/^Rows 2, 3, .*, 21 and 10 more$/);
});

test('every column that is not empty can be given another meaning, which no other has then (E9)', () => {
  const named = (header: string, means: string | null, guessed = false) => ({
    header,
    means,
    guessed,
  });
  const preview: Preview = {
    kind: 'events',
    needs_artist: false,
    needs_time_order: false,
    needs_night: false,
    unclear_night: null,
    unclear_time: null,
    assumed_evening: null,
    needs_date_order: false,
    unclear_date: null,
    columns: [
      named('Date', 'date'),
      named('Info', null),
      named('', 'venue', true),
      named('X', null),
    ],
    rows: [{ ...row(2, 'ready'), typed: ['2031-01-01', 'seated', 'Roxy', ''] }],
  };
  expect(filled(preview)).toEqual([0, 1, 2]);
  expect(needsAnswers(preview)).toBe(true);
  const meanings = preview.columns.map(({ means }) => means);
  expect(withMeaning(meanings, 1, 'venue')).toEqual(['date', 'venue', null, null]);
  expect(withMeaning(meanings, 2, null)).toEqual(['date', null, null, null]);
  expect(withMeaning(['price', null], 1, 'price')).toEqual(['price', 'price']);
});
