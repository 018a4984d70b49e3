import { isWebAddress } from './paths';

const ORIGINALS = '/storage/v1/object/public/';
const RESIZED = '/storage/v1/render/image/public/';

/** Of a picture as wide as the page. */
export const WIDE = [480, 828, 1200, 1600];

/** What the server takes as a picture; anything else is never asked for. */
export function isPicture(text: string): boolean {
  return isWebAddress(text) || text.startsWith(ORIGINALS);
}

/**
 * The addresses of a picture in the given widths, of those that the server makes: 240, 480, 828, 1200 and 1600 pixels.
 * Nothing for pictures of other sites, which have no such address, and for one that would end its own.
 */
export function sourceSet(image: string, widths: readonly number[]): string | undefined {
  if (!image.startsWith(ORIGINALS) || /[\s?#]/.test(image)) return undefined;
  const resized = RESIZED + image.slice(ORIGINALS.length);
  return widths.map((width) => `${resized}?width=${width} ${width}w`).join(', ');
}
