import type { Artist } from '../types';
import { readRows } from './client/requests';
import type { Resource } from './queries/query-store';

/** What tells how complete an artist's page is. */
export type PageParts = Pick<
  Artist,
  'id' | 'bio' | 'image' | 'website' | 'social_instagram' | 'social_twitter'
> & { links: readonly unknown[] };

const COLUMNS = 'id,bio,image,website,social_instagram,social_twitter,links:music_links(id)';
/** Their addresses stay far below what a URL may have. */
const AT_ONCE = 50;

/** The same of all these artists, by their ids. */
export function pagePartsResource(
  ids: readonly string[],
): Resource<ReadonlyMap<string, PageParts>> {
  return {
    key: `parts of ${ids.join()}`,
    tables: ['music_artists'],
    load: async (_shown, signal) => {
      const slices = Array.from({ length: Math.ceil(ids.length / AT_ONCE) }, (_, number) =>
        ids.slice(number * AT_ONCE, (number + 1) * AT_ONCE),
      );
      const found = await Promise.all(
        slices.map((some) =>
          readRows<PageParts>(
            'fetching artists failed',
            (db) => db.from('music_artists').select(COLUMNS).in('id', some),
            signal,
          ),
        ),
      );
      return new Map(found.flat().map((artist) => [artist.id, artist]));
    },
  };
}
