import { expect, test } from 'vitest';
import { problemOf, typeOf } from './prepare';

const RIFF = 'RIFF\0\0\0\0WEBPVP8X';

test.each([
  ['GIF89a', /a GIF/],
  ['%PDF-1.7', /a document/],
  ['\n<svg xmlns=', /an SVG drawing/],
  ['<!doctype html>', /a text file/],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR\n\0acTL', /animated/],
  [`${RIFF}\n\0ANIM`, /animated/],
  ['\0\0\0 ftypavis', /animated/],
  ['\0\0\0 ftypqt  ', /a video/],
  ['', /empty/],
])('%j is no picture, whatever its file is called (M1)', (start, words) => {
  expect(problemOf(start)).toMatch(words);
});

test.each([
  ['\xff\xd8\xff\xe1', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'image/png'],
  [RIFF, 'image/webp'],
  ['\0\0\0 ftypavif', 'image/avif'],
  ['\0\0\0 ftypheic', ''],
  ['BM\0\0', ''],
])('%j may be a picture', (start, type) => {
  expect([problemOf(start), typeOf(start)]).toEqual([undefined, type]);
});
