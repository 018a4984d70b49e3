import type { Artist } from '../types';
import { readById } from './queries/by-id';
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
    load: (signal) =>
      readById<PageParts>('fetching artists failed', 'music_artists', COLUMNS, ids, signal),
  };
}
