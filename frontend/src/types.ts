/** GET /rest/v1/music_artists */
export type Artist = {
  id: string;
  user_id: string | null;
  name: string;
  genre: string;
  image: string;
  /** What the picture shows, for those who do not see it, and who made it. */
  image_alt: string | null;
  credit: string | null;
  followers: string;
  latest_song: string | null;
  bio: string | null;
  social_instagram: string | null;
  social_twitter: string | null;
  website: string | null;
  is_featured: boolean;
  /** Null: a draft. It comes with what an account reads, not with the page. */
  published_at?: string | null;
  created_at: string;
  updated_at: string;
  links: Link[];
};

/** GET /rest/v1/music_links: a page of the artist elsewhere, in the artist's order. */
export type Link = { id: string; position: number; url: string; label: string | null };

/** The same where it is only shown. */
export type ListedLink = Pick<Link, 'url' | 'label'>;

/** POST /rest/v1/music_links, with the artist's id and the place in its list. */
export type NewLink = ListedLink;

/** GET /rest/v1/music_artists: what lists show of an artist. */
export type ArtistCard = Pick<
  Artist,
  'id' | 'name' | 'genre' | 'image' | 'followers' | 'latest_song' | 'is_featured'
>;

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

export type EventStatus = 'scheduled' | 'cancelled' | 'postponed' | 'moved';

export type TicketStatus = 'on_sale' | 'not_yet' | 'few_left' | 'sold_out' | 'free' | 'at_door';

/**
 * GET /rest/v1/music_events?select=…,artist:music_artists(id,name),lineup:…: what every list shows of an event. Dates are calendar
 * dates, 'YYYY-MM-DD', and times those of the venue, 'HH:MM'. The event is upcoming until the moment `upcoming_until`.
 */
export type ListedEvent = {
  id: string;
  date: string;
  venue: string;
  location: string;
  start_time: string | null;
  door_time: string | null;
  /** An IANA name; null is the site's. */
  timezone: string | null;
  ticket_url: string | null;
  price: string | null;
  ticket_status: TicketStatus | null;
  status: EventStatus;
  previous_date: string | null;
  upcoming_until: string;
  artist: Pick<Artist, 'id' | 'name'>;
  /** Who else plays, in order. */
  lineup: Act[];
};

/** Somebody on a bill; without an `artist_id`, a name that has no profile. */
export type Act = { name: string; artist_id: string | null };

/** GET /rest/v1/music_lineup: an act as the event's own page has it. */
export type BillEntry = Act & {
  id: string;
  position: number;
  artist: Pick<Artist, 'id' | 'name'> | null;
};

/** GET /rest/v1/music_events?select=*,artist:music_artists(id,name,genre,image),lineup:music_lineup(…) */
export type EventRecord = Omit<ListedEvent, 'lineup'> & {
  artist_id: string;
  note: string | null;
  /** When it is announced; null is a draft. Pages do not have it: what they show is announced. */
  published_at?: string | null;
  created_at: string;
  updated_at: string;
  artist: Pick<Artist, 'id' | 'name' | 'genre' | 'image'>;
  lineup: BillEntry[];
};

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

/** An artist by name. */
export type ArtistName = Pick<Artist, 'id' | 'name'>;

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
  page?: PastDates | PressKit;
  /** There is no page at this URL; `near` is the artist whom it may mean. */
  not_found?: { near: ArtistName | null };
};

/** What the press may want of an artist: at most 100 dates. */
export type PressKit = {
  artist: Artist;
  events: ListedEvent[];
  event_count: number;
};

/** A past date in the list of all. */
export type PastEvent = Pick<
  ListedEvent,
  'id' | 'date' | 'venue' | 'location' | 'door_time' | 'start_time' | 'status' | 'artist'
>;

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
