import { artistResource, artistsResource } from './api/artists';
import { artistEventsResource, upcomingEventsResource } from './api/events';
import type { Preloaded } from './types';

export function parsePreloaded(json: string): Preloaded {
  return JSON.parse(json) as Preloaded;
}

/** The page's data under the keys by which its parts ask for it. */
export function seedOf({ home, profile }: Preloaded): Map<string, unknown> {
  const seed = new Map<string, unknown>();
  if (home) {
    seed.set(artistsResource.key, home.artists);
    seed.set(upcomingEventsResource.key, home.events);
  }
  if (profile) {
    seed.set(artistResource(profile.artist.id).key, profile.artist);
    seed.set(artistEventsResource(profile.artist.id).key, profile.events);
  }
  return seed;
}
