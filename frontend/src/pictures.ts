import { isWebAddress, services } from './paths';

const ORIGINALS = `${services.storage}/object/public/`;
const RESIZED = `${services.storage}/render/image/public/`;

/** The widths of a picture that fills the page. */
export const WIDE = [480, 828, 1200, 1600];

/** True for what the server accepts as a picture; the page requests nothing else. */
export function isPicture(text: string): boolean {
  return isWebAddress(text) || text.startsWith(ORIGINALS);
}

/**
 * The address of an artist's `image`, and the point of it, in per cent, that every crop keeps:
 * `…/x.jpg#focus=50,28`.
 */
export function withoutFocus(image: string): [address: string, focus?: string] {
  const [address = image, x, y] = image.split(/#focus=([\d.]+),([\d.]+)$/);
  return y ? [address, `${x}% ${y}%`] : [image];
}

/**
 * The `srcset` of a picture in the given widths; the server makes 240, 480, 828, 1200 and 1600 pixels. Undefined for
 * pictures of other sites, and for a path that would break the list.
 */
export function sourceSet(image: string, widths: readonly number[]): string | undefined {
  if (!image.startsWith(ORIGINALS) || /[\s?#]/.test(image)) return undefined;
  const resized = RESIZED + image.slice(ORIGINALS.length);
  return widths.map((width) => `${resized}?width=${width} ${width}w`).join(', ');
}
