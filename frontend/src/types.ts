import type { Database } from '../../docs/database.types';
import type {
  Act,
  Artist,
  EventWithMore,
  Home,
  Link,
  ListedLink,
  NotFound,
  Profile,
} from './schema';

/** With these, what the server has told of its rows and pages. */
export type * from './schema';

type Tables = Database['public']['Tables'];

/** A row of a table. */
export type Row<Table extends keyof Tables> = Tables[Table]['Row'];

/** What can be changed of a row. */
export type Update<Table extends keyof Tables> = Tables[Table]['Update'];

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
  home?: Home;
  profile?: Profile;
  event?: EventWithMore;
  /** Of a page that no other part of the site shows. */
  page?: unknown;
  not_found?: NotFound;
};
