import {
  artistResource,
  artistsResource,
  featuredResource,
  linksResource,
  othersResource,
  sinceKey,
} from '../api/artists';
import {
  artistEventsResource,
  eventResource,
  moreDatesResource,
  nextDateResource,
  pastEventsResource,
  upcomingEventsResource,
} from '../api/events';
import { listOf } from '../api/queries/lists';
import type { Preloaded } from '../types';

export function parsePreloaded(json: string): Preloaded {
  return JSON.parse(json) as Preloaded;
}

/** The page's data under the keys by which its parts ask for it. */
export function seedOf({ path, home, profile, event, page }: Preloaded): Map<string, unknown> {
  const seed = new Map<string, unknown>();
  if (home) {
    seed.set(featuredResource.key, home.featured);
    seed.set(artistsResource.key, listOf(home.artists, home.artist_count));
    seed.set(upcomingEventsResource.key, listOf(home.events, home.event_count));
    const hero = home.featured ?? home.artists[0];
    if (hero) {
      seed.set(linksResource(hero.id).key, home.links);
      seed.set(nextDateResource(hero.id).key, home.next);
    }
  }
  if (profile) {
    const { id } = profile.artist;
    seed.set(artistResource(id).key, profile.artist);
    seed.set(artistEventsResource(id).key, listOf(profile.events, profile.event_count));
    seed.set(pastEventsResource(id).key, listOf(profile.past, profile.past_count));
    seed.set(sinceKey(id), profile.since);
    if (profile.others.length > 0) seed.set(othersResource(id).key, profile.others);
  }
  if (event) {
    seed.set(eventResource(event.event.id).key, event.event);
    seed.set(moreDatesResource(event.event).key, event.more);
  }
  if (page) seed.set(path, page);
  return seed;
}
