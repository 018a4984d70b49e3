import { isPicture } from '../../pictures';

/** A picture of the site's own media is stored as a path, but edited as a complete URL. */
export function absoluteImage(image: string, origin: string): string {
  return image.startsWith('/') ? origin + image : image;
}

export function storedImage(typed: string, origin: string): string {
  const path = typed.slice(origin.length);
  return typed.startsWith(`${origin}/`) && isPicture(path) ? path : typed;
}
