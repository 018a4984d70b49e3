import type {
  Act,
  Artist,
  ArtistCard,
  ArtistName,
  EventRecord,
  Link,
  ListedEvent,
  ListedLink,
  PastEvent,
} from './schema';

export type {
  Act,
  Artist,
  ArtistCard,
  ArtistName,
  BillEntry,
  EventRecord,
  EventStatus,
  Link,
  ListedEvent,
  ListedLink,
  PastEvent,
  TicketStatus,
} from './schema';

/** A link as it is saved: with the `id` of the one that it changes, or that of its address, or else a new one. */
export type NewLink = ListedLink & Partial<Pick<Link, 'id'>>;

/** A name on a bill as it is saved: without an `artist_id` it is the artist's of this name, if there is just one. */
export type NewAct = Pick<Act, 'name'> & Partial<Act>;

/** POST /rest/v1/music_artists */
export type NewArtist = Pick<
  Artist,
  | 'name'
  | 'genre'
  | 'image'
  | 'image_alt'
  | 'credit'
  | 'followers'
  | 'latest_song'
  | 'bio'
  | 'social_instagram'
  | 'social_twitter'
  | 'website'
  | 'published_at'
>;

/** GET /auth/v1/user; `role` 'service_role' is an admin, unless the site requires a second factor of admins first. */
export type User = { id: string; email: string; role: string; needsFactor: boolean };

export type Site = {
  name: string;
  key: string;
  today: string;
  /** ISO, UTC: the quarter of an hour in which the page was made, and how long it has been open. */
  now: string;
  /** IANA name of the site's time zone. */
  timezone: string;
  /** Where the site is: 'https://stage.example'. */
  url: string;
  /** The fewest characters of a new password. */
  password_minimum: number;
  /** What admins have set in addition. */
  tagline?: string;
  footer?: string;
  logo?: string;
  contact_url?: string;
};

/** The JSON in the page's document. */
export type Preloaded = {
  site: Site;
  path: string;
  home?: {
    featured: ArtistCard | null;
    artists: ArtistCard[];
    artist_count: number;
    events: ListedEvent[];
    event_count: number;
    /** The next date of the hero's artist. */
    next: ListedEvent | null;
    /** Where else that artist is. */
    links: ListedLink[];
  };
  profile?: {
    artist: Artist;
    events: ListedEvent[];
    event_count: number;
    /** The newest first. */
    past: ListedEvent[];
    past_count: number;
    /** The month in which the artist was announced: 'November 2026'. */
    since: string;
    /** For a page that has nothing to tell yet. */
    others: ArtistCard[];
  };
  /** `more`: the artist's next dates without this one, at most five. */
  event?: { event: EventRecord; more: ListedEvent[] };
  /** Of a page that no other part of the site shows. */
  page?: unknown;
  /** There is no page at this URL; `near` is the artist whom it may mean. */
  not_found?: { near: ArtistName | null };
};

/** What the press may want of an artist: at most 100 dates. */
export type PressKit = {
  artist: Artist;
  events: ListedEvent[];
  event_count: number;
};

/**
 * Past dates, the newest first, at most 100. A period is the beginning of a date, such as '2026-11'. `period` is what
 * the page is about, `shown` that or the newest part of it; a long year has `months`, and a long month `days`.
 */
export type PastDates = {
  period: string | null;
  shown: string | null;
  years: string[];
  months: string[];
  days: string[];
  events: PastEvent[];
  event_count: number;
  newer: string | null;
  older: string | null;
};
