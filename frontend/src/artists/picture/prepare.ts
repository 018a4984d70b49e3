import { MAX_PICTURE_EDGE, MAX_PICTURE_PIXELS } from '../../limits';

/** Larger ones take long to send. */
const MAX_BYTES = 10_000_000;
const QUALITY = 0.92;
const PREVIEW_WIDTH = 640;
const SNIFFED_BYTES = 4096;

/** A picture that is ready to be sent, and what it looks like meanwhile. */
export type Prepared = { file: Blob; width: number; height: number; preview: ImageBitmap };

/** Why a file cannot be used, in a sentence that says what to do. */
export class Unusable extends Error {}

/**
 * Decodes a file that a person chose, upright, and makes a large photograph smaller. Throws Unusable for what cannot
 * be used, before any of it is sent.
 */
export async function prepare(file: File): Promise<Prepared> {
  const start = await startOf(file);
  const problem = problemOf(start);
  if (problem) throw new Unusable(problem);
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) throw new Unusable(reasonFor(start));
  try {
    return await prepared(file, typeOf(start), bitmap);
  } finally {
    bitmap.close(); // that of a phone's photograph takes 200 MB
  }
}

async function prepared(file: File, type: string, bitmap: ImageBitmap): Promise<Prepared> {
  const ready = needsRedrawing(file, type, bitmap)
    ? await redrawn(file, type, bitmap)
    : new Blob([file], { type });
  if (ready.size > MAX_BYTES)
    throw new Unusable(
      `This picture takes ${megabytes(ready.size)} MB, and 10 are the most. Save it as JPEG, or smaller.`,
    );
  const { width, height } = bitmap;
  const preview = await createImageBitmap(bitmap, { resizeWidth: Math.min(width, PREVIEW_WIDTH) });
  return { file: ready, width, height, preview };
}

/** Bytes as people read them: `3.2`. */
export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

const OTHERWISE = 'Send the picture as JPEG, PNG, WebP or AVIF.';

/** What is wrong with a file that begins like this, whatever it is called; undefined when it may be a picture. */
export function problemOf(start: string): string | undefined {
  if (start === '') return 'This file is empty. Choose another.';
  if (start.startsWith('GIF8')) return `This is a GIF. ${OTHERWISE}`;
  if (/^%(PDF|!PS)/.test(start)) return `This is a document, not a picture. ${OTHERWISE}`;
  if (/^(ï»¿)?\s*</.test(start))
    return `This is ${/<svg/i.test(start) ? 'an SVG drawing' : 'a text file, not a picture'}. ${OTHERWISE}`;
  if (/^.PNG.*acTL|^RIFF.{4}WEBP.*ANIM|^.{4}ftypavis/s.test(start))
    return 'This picture is animated. Choose a still one.';
  if (/^.{4}ftyp(?!(?:.{4}){0,9}?avif|he|mi|ms|crx)/s.test(start))
    return 'This is a video. Choose a picture, such as one of its frames.';
  return undefined;
}

/** The format that a file has by its first bytes; empty for one that only some browsers read. */
export function typeOf(start: string): string {
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (start.startsWith('\x89PNG')) return 'image/png';
  if (/^RIFF.{4}WEBP/s.test(start)) return 'image/webp';
  // Of a file that is made for all readers it is not the first brand.
  return /^.{4}ftyp(?:.{4}){0,9}?avif/s.test(start) ? 'image/avif' : '';
}

/** The first bytes of a file, a letter each. Whether a picture moves stands in them too. */
async function startOf(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, SNIFFED_BYTES).arrayBuffer());
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

/** What no browser, or not every one, reads: what it is, and how it begins, after any four bytes where it is a box. */
const FOREIGN: readonly [string, readonly string[]][] = [
  ['a raw photo', ['ftypcrx', 'IIRO', 'IIU', 'FUJIFILM']],
  ['a TIFF or raw photo', ['II*', 'II+', 'MM\0']],
  ['a Photoshop document', ['8BP']],
  ['a JPEG XL', ['\xff\n', 'JXL ']],
  ['a JPEG 2000', ['jP  ', '\xffO']],
  ['a BMP or an icon', ['BM', '\0\0\x01']],
  ['a ZIP archive', ['PK\x03']],
  ['an archive', ['Rar!', '7z\xbc', '\x1f\x8b']],
  ['a sound file', ['ID3', 'fLaC', 'OggS']],
  ['what a Mac keeps beside a file', ['\0\x05\x16\x07']],
  ['a video', ['\x1aE', 'moov', 'mdat', 'wide']],
];

/** Why a browser may be unable to read a file that begins like this. */
export function reasonFor(start: string): string {
  if (/^.{4}ftyp(he|mi|ms)/s.test(start))
    return 'This photo is in Apple’s HEIC format, which this browser cannot read. Send it as JPEG.';
  const found = FOREIGN.find(([, all]) =>
    all.some((one) => start.startsWith(one) || start.startsWith(one, 4)),
  );
  if (typeOf(start))
    return 'This picture is damaged, or was cut short on its way. Save it again, and send that.';
  return `This ${found ? `is ${found[0]}` : 'file is damaged, or not a picture'}. ${OTHERWISE}`;
}

/** What the service does not take as it is is drawn anew, and so is a photograph with more pixels than are kept. */
function needsRedrawing(file: File, type: string, { width, height }: ImageBitmap): boolean {
  const isLarge = file.size > MAX_BYTES || width * height > MAX_PICTURE_PIXELS;
  return (
    type === '' || isLarge || (type === 'image/jpeg' && Math.max(width, height) > MAX_PICTURE_EDGE)
  );
}

async function redrawn(file: File, type: string, bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, MAX_PICTURE_EDGE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d');
  if (!context) return file;
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  // JPEG has no transparency. A browser that writes no WebP writes PNG.
  const isOpaque = type === 'image/jpeg' || !hasTransparency(context);
  const made = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, isOpaque ? 'image/jpeg' : 'image/webp', QUALITY),
  );
  return made ?? file;
}

function hasTransparency(context: CanvasRenderingContext2D): boolean {
  const { width, height } = context.canvas;
  const { data } = context.getImageData(0, 0, width, height);
  for (let alpha = 3; alpha < data.length; alpha += 4) if (data[alpha] !== 255) return true;
  return false;
}
