import type { Artist } from '../types';
import { readRows } from './client/requests';
import { inSlices } from './queries/lists';
import type { Resource } from './queries/query-store';

/** What tells how complete an artist's page is. */
export type PageParts = Pick<
  Artist,
  'id' | 'bio' | 'image' | 'website' | 'social_instagram' | 'social_twitter'
> & { links: readonly unknown[] };

const COLUMNS = 'id,bio,image,website,social_instagram,social_twitter,links:music_links(id)';

/** How complete the pages of all these artists are, by their ids. */
export function pagePartsResource(
  ids: readonly string[],
): Resource<ReadonlyMap<string, PageParts>> {
  return {
    key: `parts of ${ids.join()}`,
    tables: ['music_artists'],
    load: async (signal) => {
      const found = await inSlices(ids, (some) =>
        readRows<PageParts>('fetching artists failed', signal, (db) =>
          db.from('music_artists').select(COLUMNS).in('id', some),
        ),
      );
      return new Map(found.map((artist) => [artist.id, artist]));
    },
  };
}
