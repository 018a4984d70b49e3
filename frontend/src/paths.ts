/** At the end of a profile's address: its editor is to be open, at the field whose name follows a hyphen. */
export const EDIT_HASH = '#edit';

/** The paths that links lead to; which page one belongs to, app/routes.tsx says. */
export const paths = {
  home: '/',
  confirm: '/auth/confirm',
  invitation: '/invitation',
  /** Greets whoever accepted one. */
  welcome: '/welcome',
  /** Uses the token of a mailed link, and leads on to the app that asked for it. */
  verify: (type: string, token: string, redirectTo: string) =>
    `${services.auth}/verify?${new URLSearchParams({ token, type, redirect_to: redirectTo })}`,
  artistList: '/#artists',
  eventList: '/#events',
  artist: (id: string) => `/artist/${encodeURIComponent(id)}`,
  pressKit: (id: string) => `${paths.artist(id)}/press`,
  event: (id: string) => `/event/${encodeURIComponent(id)}`,
  /** Of a period, the beginning of a date: '2026-11' is `/events/past/2026/11`. */
  past: (period?: string) => `/events/past${period ? `/${period.replaceAll('-', '/')}` : ''}`,
  calendar: (artistId?: string) => `${artistId ? paths.artist(artistId) : ''}/events.ics`,
  eventCalendar: (id: string) => `${paths.event(id)}.ics`,
  feed: (artistId?: string) => `${artistId ? paths.artist(artistId) : ''}/feed.xml`,
  /** The poster of what has this page: an event, or an artist's next ones. */
  poster: (page: string) => `${page}/poster.jpg`,
};

export const services = { data: '/rest/v1', auth: '/auth/v1', storage: '/storage/v1' };

/** The id in the path of a page about one `kind` of thing, decoded; null for any other path. */
export function idIn(kind: 'artist' | 'event', path: string): string | null {
  const [, found, id] = /^\/(\w+)\/([^/]+)\/?$/.exec(path) ?? [];
  if (found !== kind || id === undefined) return null;
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\/(?!https?(?:[:/?#]|$))[^\s/?#]+\S*$/i.test(text);
}

export function isSecureAddress(text: string): boolean {
  return isWebAddress(text) && /^https:/i.test(text);
}

/** Completes 'www.name.example/tour' to 'https://www.name.example/tour', and leaves anything else as it is. */
export function completeAddress(typed: string): string {
  const text = typed.trim();
  return /^[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(:\d+)?([/?#]\S*)?$/u.test(text)
    ? `https://${text}`
    : text;
}

/** Shortens 'https://name.example/' to 'name.example'. */
export function shortAddress(address: string): string {
  return address.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '');
}
