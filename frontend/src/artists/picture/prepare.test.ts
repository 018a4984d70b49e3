import { expect, test } from 'vitest';
import { problemOf, reasonFor, typeOf } from './prepare';

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
  ['\0\0\0\x1cftypmif1\0\0\0\0mif1avifmiaf', 'image/avif'],
  ['\0\0\0\x1cftypMA1B\0\0\0\0mif1avifmiaf', 'image/avif'],
  ['\0\0\0\x1cftypmif1\0\0\0\0mif1heicmiaf', ''],
  ['\0\0\0\x18ftypcrx ', ''],
  ['BM\0\0', ''],
])('%j may be a picture', (start, type) => {
  expect([problemOf(start), typeOf(start)]).toEqual([undefined, type]);
});

test.each([
  ['\0\0\0\x18ftypcrx ', /raw photo/],
  ['FUJIFILMCCD-RAW', /raw photo/],
  ['IIRO', /raw photo/],
  ['II*\0', /TIFF/],
  ['MM\0*', /TIFF/],
  ['8BPS\0\x01', /Photoshop/],
  ['\xff\n', /JPEG XL/],
  ['\0\0\0\fJXL \r\n', /JPEG XL/],
  ['\0\0\0\fjP  \r\n', /JPEG 2000/],
  ['\0\0\x01\0', /icon/],
  ['PK\x03\x04', /ZIP/],
  ['Rar!\x1a', /an archive/],
  ['ID3\x04', /a sound file/],
  ['\0\x05\x16\x07\0\x02', /a Mac/],
  ['\x1aEß£', /a video/],
  ['\0\0\0\bwide', /a video/],
  ['\0\0\0 ftypheic', /HEIC/],
  ['\xff\xd8\xff\xe1', /cut short/],
  ['hello', /damaged, or not a picture/],
])('%j, if the browser cannot read it, is named for what it is (M1)', (start, words) => {
  expect(reasonFor(start)).toMatch(words);
});
