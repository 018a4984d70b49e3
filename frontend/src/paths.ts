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

export const services = { data: '/rest/v1', auth: '/auth/v1' };

/** The id in the address of a profile, as it was before `paths.artist` encoded it; null in any other address. */
export function artistIdIn(path: string): string | null {
  const id = /^\/artist\/([^/]+)\/?$/.exec(path)?.[1];
  if (id === undefined) return null;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
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

/** 'https://name.example/' reads 'name.example'. */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
}
