import { StorageApiError } from '@supabase/storage-js';
import { expect, test } from 'vitest';
import { notStored } from './storage';

const refused = (message: string, status: number, code: string) =>
  new StorageApiError(message, status, String(status), 'storage', code);

test.each([
  [new TypeError('the request failed'), /connection was lost/, true],
  [refused('Too many pictures in a minute', 429, 'SlowDown'), /Try again in a minute/, true],
  [refused('Unauthorized', 401, ''), /session has ended/, true],
  [refused('jwt expired', 400, 'InvalidJWT'), /session has ended/, true],
  [refused('', 502, ''), /Try again in a moment/, true],
  [refused('There is no room', 400, 'InternalError'), /Try again in a moment/, true],
  [
    refused('This picture is animated. Send a still one.', 400, 'InvalidMimeType'),
    /^This picture is animated\. Send a still one\.$/,
    false,
  ],
  [
    refused(
      'The object exceeded the maximum allowed size. Send a picture of at most 10 MB',
      400,
      'EntityTooLarge',
    ),
    /^Send a picture of at most 10 MB\.$/,
    false,
  ],
  [refused('new row violates', 400, 'AccessDenied'), /cannot add pictures here/, false],
])('%s is said in words, and whether to try again (M1)', (error, words, isPassing) => {
  const { message, isPassing: mayPass } = notStored(error);
  expect(message).toMatch(words);
  expect(mayPass).toBe(isPassing);
});
