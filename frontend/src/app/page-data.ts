import { artistResource, artistsResource, featuredResource } from '../api/artists';
import { artistEventsResource, upcomingEventsResource } from '../api/events';
import type { Preloaded } from '../types';

export function parsePreloaded(json: string): Preloaded {
  return JSON.parse(json) as Preloaded;
}

/** The page's data under the keys by which its parts ask for it. */
export function seedOf({ home, profile }: Preloaded): Map<string, unknown> {
  const seed = new Map<string, unknown>();
  if (home) {
    seed.set(featuredResource.key, home.featured);
    seed.set(artistsResource.key, { rows: home.artists, hasMore: home.more_artists });
    seed.set(upcomingEventsResource.key, { rows: home.events, hasMore: home.more_events });
  }
  if (profile) {
    seed.set(artistResource(profile.artist.id).key, profile.artist);
    const events = { rows: profile.events, hasMore: profile.more_events };
    seed.set(artistEventsResource(profile.artist.id).key, events);
  }
  return seed;
}
