import type { ListedLink } from '../types';

/** Where music can be listened to, by host name; a host below one of these counts as it. */
const LISTENING: Record<string, string> = {
  'music.amazon.com': 'Amazon Music',
  'music.apple.com': 'Apple Music',
  'audius.co': 'Audius',
  'bandcamp.com': 'Bandcamp',
  'beatport.com': 'Beatport',
  'deezer.com': 'Deezer',
  'mixcloud.com': 'Mixcloud',
  'qobuz.com': 'Qobuz',
  'soundcloud.com': 'SoundCloud',
  'spotify.com': 'Spotify',
  'tidal.com': 'TIDAL',
  'music.youtube.com': 'YouTube Music',
  'youtube.com': 'YouTube',
  'youtu.be': 'YouTube',
};

const OTHERS = [
  'bsky.app',
  'facebook.com',
  'instagram.com',
  'threads.net',
  'tiktok.com',
  'twitter.com',
  'x.com',
];

type Service = { url: string; name: string };

/**
 * The links that lead to music, each with what its artist wrote, the name of a known service, or its host. Pages of
 * known networks where there is nothing to listen to are left out.
 */
export function listeningAt(links: ListedLink[]): Service[] {
  return links.flatMap(({ url, label }) => {
    const place = placeAt(url);
    return place?.isListening ? [{ url, name: label || place.name }] : [];
  });
}

/** Where an https address leads: a known service by its name, anywhere else by its host. Null for no address. */
export function placeAt(url: string) {
  const host = /^https:\/\/(?:www\.)?([^/?#:]+)/i.exec(url)?.[1]?.toLowerCase();
  if (!host) return null;
  const isAt = (place: string) => `.${host}`.endsWith(`.${place}`);
  const service = LISTENING[Object.keys(LISTENING).find(isAt) ?? ''];
  const isListening = !OTHERS.some(isAt);
  return { name: service ?? host, isKnown: service !== undefined || !isListening, isListening };
}
