/** Written by `make docs`: the rows of `marquee/site/rows.py`, what selects them, and pages' data. */

export type EventStatus = 'scheduled' | 'cancelled' | 'postponed' | 'moved';

export type TicketStatus = 'on_sale' | 'not_yet' | 'few_left' | 'sold_out' | 'free' | 'at_door';

/** The artist of an event. */
export type ArtistName = {
  id: string;
  name: string;
};

/** What a share card shows. */
export type ArtistSummary = ArtistName & {
  genre: string;
  image: string;
};

/** What the home page shows. */
export type ArtistCard = ArtistSummary & {
  followers: string;
  latest_song: string | null;
  is_featured: boolean;
};

/** An https address of an artist elsewhere; without a label it is called what its service is called. */
export type ListedLink = {
  url: string;
  label: string | null;
};

/** A link where it can be edited, with its place in the artist's list. */
export type Link = ListedLink & {
  id: string;
  position: number;
};

/**
 * All of an artist, and the links in their order.
 *
 * `published_at` is null where no moment is set. Pages do not have it: what they show is announced.
 */
export type Artist = ArtistCard & {
  user_id: string | null;
  image_alt: string | null;
  credit: string | null;
  bio: string | null;
  social_instagram: string | null;
  social_twitter: string | null;
  website: string | null;
  created_at: string;
  updated_at: string;
  links: Link[];
  published_at?: string | null;
};

/**
 * A date, without who plays.
 *
 * `date` and `previous_date` are calendar dates in ISO form, the times 'HH:MM' at the venue. `timezone` is an IANA
 * name; without one it is the site's. `upcoming_until` is the instant from which the date is past.
 */
export type EventFacts = {
  id: string;
  date: string;
  venue: string;
  location: string;
  start_time: string | null;
  door_time: string | null;
  timezone: string | null;
  ticket_url: string | null;
  price: string | null;
  ticket_status: TicketStatus | null;
  status: EventStatus;
  previous_date: string | null;
  upcoming_until: string;
};

/** Somebody else on the bill of an event; without an `artist_id`, a name that has no profile. */
export type Act = {
  name: string;
  artist_id: string | null;
};

/** An event in a list. */
export type ListedEvent = EventFacts & {
  artist: ArtistName;
  lineup: Act[];
};

/** An event in the list of those that are over: that it was, and where. */
export type PastEvent = {
  id: string;
  date: string;
  venue: string;
  location: string;
  door_time: string | null;
  start_time: string | null;
  status: EventStatus;
  artist: ArtistName;
};

/** An act of the bill on the event's own page. */
export type BillEntry = Act & {
  id: string;
  position: number;
  artist: ArtistName | null;
};

/** All of an event, the headliner and the bill in its order; `published_at` as in `Artist`. */
export type EventRecord = EventFacts & {
  artist_id: string;
  note: string | null;
  created_at: string;
  updated_at: string;
  artist: ArtistSummary;
  lineup: BillEntry[];
  published_at?: string | null;
};

/**
 * The first artists by popularity and the first upcoming events by date.
 *
 * `next` and `links` are of the artist that the page shows first: their next event, unless it is cancelled or has no
 * date yet, and their addresses elsewhere.
 */
export type Home = {
  featured: ArtistCard | null;
  artists: ArtistCard[];
  artist_count: number;
  events: ListedEvent[];
  event_count: number;
  next: ListedEvent | null;
  links: ListedLink[];
};

/**
 * An artist with their first upcoming events and their last past ones, the newest first.
 *
 * `since` is the month in which they were announced, by the site's calendar: "November 2026". `others` are for a page
 * that has nothing to tell yet.
 */
export type Profile = {
  artist: Artist;
  events: ListedEvent[];
  event_count: number;
  past: ListedEvent[];
  past_count: number;
  since: string;
  others: ArtistCard[];
};

/** What the press may want of an artist, with their upcoming events. */
export type PressKit = {
  artist: Artist;
  events: ListedEvent[];
  event_count: number;
};

/** An event, and the next ones of its artist without it. */
export type EventWithMore = {
  event: EventRecord;
  more: ListedEvent[];
};

/**
 * Past dates, the newest first.
 *
 * `period` is what the page is about, `shown` that or the newest part of it, whose dates it lists. `years` are all
 * that have any; `months` and `days` those of a long year and a long month. `newer` and `older` are the periods on
 * either side of `shown`. Without any date all of them are empty.
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

/** The page of every unknown URL. `near` is the artist whom the URL may mean. */
export type NotFound = {
  near: ArtistName | null;
};

export const CARD = 'id,name,genre,image,followers,latest_song,is_featured';
export const ARTIST = '*,links:music_links(url,label,id,position)';
export const ARTIST_NAME = 'id,name';
export const LISTED_LINK = 'url,label';
export const LISTED_EVENT = 'id,date,venue,location,start_time,door_time,timezone,ticket_url,price,ticket_status,status,previous_date,upcoming_until,artist:music_artists(id,name),lineup:music_lineup(name,artist_id)';
export const EVENT = '*,artist:music_artists(id,name,genre,image),lineup:music_lineup(name,artist_id,id,position,artist:music_artists(id,name))';
