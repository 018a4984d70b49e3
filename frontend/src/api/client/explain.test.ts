import { expect, test } from 'vitest';
import { NOTHING_WRITTEN, ServiceError } from './errors';
import { attempt, explain } from './explain';

const check = (table: string, column: string) =>
  `new row for relation "${table}" violates check constraint "${table}_${column}_check"`;

test.each([
  ['23514', 400, check('music_artists', 'website'), 'website'],
  ['23514', 400, check('music_artists', 'social_instagram'), 'social_instagram'],
  ['23514', 400, check('music_events', 'venue'), 'venue'],
  ['23514', 400, check('music_links', 'url'), 'links'],
  ['23514', 400, check('music_links', 'label'), 'links'],
  [
    '23502',
    400,
    'null value in column "name" of relation "music_artists" violates not-null constraint',
    'name',
  ],
  ['22007', 400, 'invalid input syntax for type date', 'date'],
  ['22008', 400, 'date/time field value out of range', 'date'],
  ['23503', 409, 'violates foreign key constraint', 'artist_id'],
])('%s about %s names its field', (code, status, message, field) => {
  const failure = explain(new ServiceError(code, message, status));
  expect(failure.field).toBe(field);
  expect(failure.message).toMatch(/^[A-Z].*[./]$/);
});

test.each([
  [
    '42501',
    403,
    'permission denied for table music_artists',
    /Your account is not allowed to do this/,
  ],
  [
    '42501',
    403,
    'permission denied for column is_featured of relation music_artists',
    /not allowed to change is featured/,
  ],
  ['42501', 401, 'permission denied for table music_artists', /session has ended/],
  ['PGRST301', 401, 'JWT expired', /session has ended/],
  ['PGRST303', 401, 'JWT claims', /session has ended/],
  ['PT409', 409, 'stale', /Someone else saved this while you were editing/],
  ['PT429', 429, 'This account has changed 20,000 rows in a day.', /^This account has changed/],
  ['PGRST116', 406, 'no rows', /no longer exists/],
  [NOTHING_WRITTEN, 200, 'no row was written', /Nothing was changed/],
  ['XX000', 500, 'fault', /Something went wrong/],
  ['', 0, 'TypeError: Failed to fetch', /could not be reached/],
  ['57014', 503, 'canceled', /nothing was changed/],
  ['25006', 503, 'The database is read-only at the moment.', /^The database is read-only/],
  ['not_ours', 504, 'Something answered in its place.', /place\. Nothing is lost: try again in/],
  ['unanswered', 504, 'Something answered in its place.', /place\. This may or may not have work/],
  ['unanswered', 0, 'Failed to fetch', /^The site could not be reached\. This may have worked all/],
  ['not_ours', 502, 'A server in front of the site refused.', /^A server in front of the site/],
  ['PGRST100', 400, 'strange', /This was not accepted: strange/],
])('%s with %d is explained', (code, status, message, expected) => {
  expect(explain(new ServiceError(code, message, status)).message).toMatch(expected);
});

test('what a field needs is told in the words of its column', () => {
  const words = 'It has at most 100 characters.';
  const { message } = explain(
    new ServiceError('23514', check('music_events', 'price'), 400, words),
  );
  expect(message).toBe(words);
});

test('a save over a newer version can be told from other refusals', () => {
  expect(explain(new ServiceError('PT409', 'stale', 409)).kind).toBe('conflict');
});

test.each([
  ['22023', 400, true],
  ['PGRST100', 400, true],
  ['', 0, false],
  ['XX000', 500, false],
])(
  'whether %s with %d leaves it to the form to say that nothing was saved',
  (code, status, isRefused) => {
    expect(explain(new ServiceError(code, 'No.', status)).kind === 'refused').toBe(isRefused);
  },
);

test('a part of the program that cannot be loaded counts as unreachable', () => {
  expect(explain(new TypeError('Failed to fetch dynamically imported module')).message).toMatch(
    /reached/,
  );
});

test('what works has nothing to explain', async () => {
  expect(await attempt(async () => 'done')).toBeNull();
});
