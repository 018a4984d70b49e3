import { createClient, type PostgrestError } from '@supabase/supabase-js';

/** The whole client with all that it can do, as the specification's section 9 sets it. */
export const supabase = createClient(location.origin, import.meta.env.VITE_API_KEY, {
  auth: { flowType: 'pkce', persistSession: true, storageKey: 'supabase.auth.token' },
});

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
};

export type ArtistEvent = {
  id: string;
  artist_id: string;
  date: string;
  venue: string;
  location: string;
  artist?: { name: string };
};

type Answer<T> = PromiseLike<{ data: T | null; error: PostgrestError | null }>;

/** The rows of an answer; a failure is only logged (section 8). */
export async function rows<T>(what: string, answer: Answer<T>): Promise<T | null> {
  const { data, error } = await answer;
  if (error) console.error(`Error ${what}:`, error);
  return error ? null : data;
}

export function fetchArtists(): Promise<Artist[] | null> {
  return rows('fetching artists', supabase.from('music_artists').select('*'));
}

export function fetchArtist(id: string): Promise<Artist | null> {
  return rows(
    'fetching the artist',
    supabase.from('music_artists').select('*').eq('id', id).single(),
  );
}

export function fetchEvents(artistId?: string): Promise<ArtistEvent[] | null> {
  const upcoming = supabase
    .from('music_events')
    .select('*,artist:music_artists(name)')
    .gte('date', new Date().toISOString())
    .order('date', { ascending: true });
  const asked = artistId === undefined ? upcoming : upcoming.eq('artist_id', artistId);
  return rows('fetching events', asked);
}
