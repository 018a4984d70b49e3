import type { Place } from '../../../api/edit-events';

const MAX_PLACES = 6;

/** The venues among `places`, the newest first, whose names have all words of `typed`; each in its town once. */
export function matchingPlaces(places: Place[], typed: string): Place[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const found = new Map<string, Place>();
  for (const place of places) {
    const venue = plain(place.venue);
    const key = `${venue}\n${plain(place.location)}`;
    if (!found.has(key) && words.every((word) => venue.includes(word))) found.set(key, place);
  }
  return [...found.values()].slice(0, MAX_PLACES);
}

/** The one place of this very name, which fills in its town and zone. */
export function placeNamed(places: Place[], venue: string): Place | null {
  const named = matchingPlaces(places, venue).filter(
    (place) => plain(place.venue) === plain(venue),
  );
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** Letters without accents or case, as the search compares them. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
