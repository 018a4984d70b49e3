const INSTAGRAM = 'https://instagram.com/';
const TWITTER = 'https://twitter.com/';

/** Every address the site knows; nothing else spells one. */
export const paths = {
  home: '/',
  confirm: '/auth/confirm',
  artistList: '/#artists',
  eventList: '/#events',
  artist: (id: string) => `/artist/${encodeURIComponent(id)}`,
  instagram: (handle: string) => INSTAGRAM + encodeURIComponent(bareHandle(handle)),
  twitter: (handle: string) => TWITTER + encodeURIComponent(bareHandle(handle)),
};

export const routePatterns = {
  home: '/',
  artist: '/artist/:id',
  confirm: '/auth/confirm',
} as const;

export const services = { data: '/rest/v1', auth: '/auth/v1' };

/** A route parameter as it was before the address encoded it. */
export function decodedParameter(parameter: string): string {
  try {
    return decodeURIComponent(parameter);
  } catch {
    return parameter;
  }
}

/** '@name', 'name' and 'https://instagram.com/name/' all become 'name'; what is none of these stays as it is. */
export function bareHandle(typed: string): string {
  const address = /^(?:https?:\/\/)?(?:www\.)?(?:instagram|twitter|x)\.com\/([^/?#]*)/i.exec(
    typed.trim(),
  );
  return (address?.[1] ?? typed.trim()).replace(/^@+/, '');
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#]+\S*$/i.test(text);
}

/** What the server takes as a picture; anything else is never asked for. */
export function isPicture(text: string): boolean {
  return isWebAddress(text) || text.startsWith('/storage/v1/object/public/');
}

/** 'https://name.example/' reads 'name.example'. */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
}

/** A picture of the site's own media is stored as a path, but edited as a whole address. */
export function absoluteImage(image: string, origin: string): string {
  return image.startsWith('/') ? origin + image : image;
}

export function storedImage(typed: string, origin: string): string {
  return typed.startsWith(`${origin}/`) ? typed.slice(origin.length) : typed;
}
