/** Written by `make docs` from the tables: what is known of their columns wherever people write them. */

/** What people call a column. */
export const LABELS = {
  "music_artists": {
    "user_id": "Owner",
    "name": "Name",
    "genre": "Genre",
    "image": "Picture",
    "image_alt": "Description of the picture",
    "credit": "Credit",
    "followers": "Followers",
    "latest_song": "Latest song",
    "bio": "Bio",
    "social_instagram": "Instagram",
    "social_twitter": "Twitter",
    "website": "Website",
    "is_featured": "Featured",
    "published_at": "Announced"
  },
  "music_events": {
    "date": "Date",
    "venue": "Venue",
    "location": "Location",
    "artist_id": "Artist",
    "start_time": "Start",
    "door_time": "Doors",
    "timezone": "Time zone",
    "ticket_url": "Ticket link",
    "price": "Price",
    "ticket_status": "Tickets",
    "status": "Status",
    "previous_date": "Date before",
    "note": "Note",
    "published_at": "Announced"
  },
  "music_owners": {
    "artist_id": "Artist",
    "user_id": "Owner"
  },
  "music_settings": {
    "site_name": "Name",
    "tagline": "Tagline",
    "footer": "Footer line",
    "accent": "Accent",
    "logo": "Logo",
    "contact": "Contact"
  }
} as const;

/** The columns of an event that people write. */
export const EVENT_COLUMNS = [
  "date",
  "venue",
  "location",
  "artist_id",
  "start_time",
  "door_time",
  "timezone",
  "ticket_url",
  "price",
  "ticket_status",
  "status",
  "note",
  "published_at"
] as const;

/** The most characters that a column has. */
export const LIMITS = {
  "music_artists": {
    "bio": 20000,
    "credit": 200,
    "followers": 32,
    "genre": 100,
    "image": 2048,
    "image_alt": 500,
    "latest_song": 200,
    "name": 200,
    "social_instagram": 100,
    "social_twitter": 100,
    "website": 2048
  },
  "music_events": {
    "location": 200,
    "note": 2000,
    "price": 100,
    "ticket_url": 2048,
    "timezone": 64,
    "venue": 200
  },
  "music_links": {
    "label": 100,
    "url": 2048
  },
  "music_settings": {
    "contact": 255,
    "footer": 200,
    "logo": 2048,
    "site_name": 80,
    "tagline": 160
  }
} as const;

/** The columns whose texts are on one line. */
export const LINES = [
  "credit",
  "followers",
  "footer",
  "genre",
  "image_alt",
  "label",
  "latest_song",
  "location",
  "name",
  "price",
  "site_name",
  "tagline",
  "venue"
] as const;
