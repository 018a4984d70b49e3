/** Written by `make docs`: what a column of people's own tables can be. */
export const MEANINGS = {
  "events": {
    "artist": "Artist",
    "date": "Date",
    "venue": "Venue",
    "location": "Location",
    "start_time": "Start",
    "door_time": "Doors",
    "timezone": "Time zone",
    "ticket_url": "Ticket link",
    "price": "Price",
    "ticket_status": "Ticket status",
    "status": "Status",
    "previous_date": "Previous date",
    "note": "Note",
    "published_at": "Announced",
    "last_day": "Last day",
    "weekday": "Day of the week",
    "day": "Day of the month",
    "month": "Month",
    "year": "Year",
    "city": "City",
    "region": "Region",
    "country": "Country",
    "lineup": "Lineup"
  },
  "artists": {
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
    "published_at": "Announced",
    "links": "Links"
  }
} as const;
