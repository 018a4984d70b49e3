/** The service makes what is longer smaller anyway: this saves the way there. */
const MAX_EDGE = 3200;
const MAX_BYTES = 10_000_000;
const QUALITY = 0.92;
const KEPT_AS_SENT = ['image/jpeg', 'image/png', 'image/webp', 'image/avif'];

/** A picture that is ready to be sent, and what it looks like meanwhile. */
export type Prepared = { file: Blob; bitmap: ImageBitmap };

/** Why a file cannot be used, in a sentence that says what to do. */
export class Unusable extends Error {}

/**
 * Decodes a file that a person chose, upright, and makes a large photograph smaller. Throws Unusable for what cannot
 * be used, before any of it is sent.
 */
export async function prepare(file: File): Promise<Prepared> {
  if (file.size === 0) throw new Unusable('This file is empty. Choose another.');
  if (file.type === 'image/gif') throw new Unusable(`This is a GIF. ${OTHERWISE}`);
  if (file.type === 'image/svg+xml') throw new Unusable(`This is an SVG drawing. ${OTHERWISE}`);
  const bitmap = await createImageBitmap(file).catch(() => null);
  if (!bitmap) throw new Unusable(reasonFor(file));
  const ready = needsRedrawing(file, bitmap) ? await redrawn(file, bitmap) : file;
  if (ready.size > MAX_BYTES)
    throw new Unusable(
      `This picture takes ${megabytes(ready.size)} MB, and 10 are the most. Save it as JPEG, or smaller.`,
    );
  return { file: ready, bitmap };
}

/** Bytes as people read them: `3.2`. */
export function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}

const OTHERWISE = 'Send the picture as JPEG, PNG, WebP or AVIF.';

function reasonFor({ name, type }: File): string {
  const isHeic = /\.hei[cf]$/i.test(name) || /hei[cf]/.test(type);
  return isHeic
    ? 'This photo is in Apple’s HEIC format, which this browser cannot read. Send it as JPEG.'
    : `This file is damaged, or not a picture. ${OTHERWISE}`;
}

/** A format that only this browser reads becomes JPEG, and so does a photograph with more pixels than are kept. */
function needsRedrawing({ type }: File, { width, height }: ImageBitmap): boolean {
  if (!KEPT_AS_SENT.includes(type)) return true;
  return type === 'image/jpeg' && Math.max(width, height) > MAX_EDGE;
}

async function redrawn(file: File, bitmap: ImageBitmap): Promise<Blob> {
  const scale = Math.min(1, MAX_EDGE / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const made = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, 'image/jpeg', QUALITY),
  );
  return made ?? file;
}
