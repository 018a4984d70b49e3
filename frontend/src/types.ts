/** GET /rest/v1/music_artists */
export type Artist = {
  id: string;
  user_id: string | null;
  name: string;
  genre: string;
  image: string;
  followers: string;
  latest_song: string | null;
  bio: string | null;
  social_instagram: string | null;
  social_twitter: string | null;
  website: string | null;
  is_featured: boolean;
  created_at: string;
  updated_at: string;
};

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
  | 'followers'
  | 'latest_song'
  | 'bio'
  | 'social_instagram'
  | 'social_twitter'
  | 'website'
>;

/** GET /rest/v1/music_events; `date` is a calendar date, 'YYYY-MM-DD'. */
export type ArtistEvent = { id: string; date: string; venue: string; location: string };

/** GET /rest/v1/music_events?select=…,artist:music_artists(id,name) */
export type EventWithArtist = ArtistEvent & { artist: Pick<Artist, 'id' | 'name'> };

/** POST /rest/v1/music_events */
export type NewEvent = Pick<ArtistEvent, 'date' | 'venue' | 'location'> & { artist_id: string };

/** GET /auth/v1/user; `role` 'service_role' is an admin, unless the site requires a second factor of admins first. */
export type User = { id: string; email: string; role: string; needsFactor: boolean };

export type Site = {
  name: string;
  key: string;
  today: string;
  /** The fewest characters of a new password. */
  password_minimum: number;
};

/** The JSON in the page's document. */
export type Preloaded = {
  site: Site;
  path: string;
  title: string;
  home?: {
    featured: ArtistCard | null;
    artists: ArtistCard[];
    more_artists: boolean;
    events: EventWithArtist[];
    more_events: boolean;
  };
  profile?: { artist: Artist; events: ArtistEvent[]; more_events: boolean };
};
