const INSTAGRAM = 'https://instagram.com/';
const TWITTER = 'https://twitter.com/';

/** Every path of the site; no other module spells one out. */
export const paths = {
  home: '/',
  confirm: '/auth/confirm',
  artistList: '/#artists',
  eventList: '/#events',
  artist: (id: string) => `/artist/${encodeURIComponent(id)}`,
  instagram: (handle: string) => INSTAGRAM + encodeURIComponent(bareHandle(handle)),
  twitter: (handle: string) => TWITTER + encodeURIComponent(bareHandle(handle)),
};

export const services = { data: '/rest/v1', auth: '/auth/v1' };

/** The artist id in the path of a profile, decoded; null for any other path. */
export function artistIdIn(path: string): string | null {
  const id = /^\/artist\/([^/]+)\/?$/.exec(path)?.[1];
  if (id === undefined) return null;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

/** Turns '@name' and 'https://instagram.com/name/' into 'name', and leaves anything else as it is. */
export function bareHandle(typed: string): string {
  const address = /^(?:https?:\/\/)?(?:www\.)?(?:instagram|twitter|x)\.com\/([^/?#]*)/i.exec(
    typed.trim(),
  );
  return (address?.[1] ?? typed.trim()).replace(/^@+/, '');
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s/?#]+\S*$/i.test(text);
}

/** Shortens 'https://name.example/' to 'name.example'. */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
}
