import type { PastDates } from '../types';
import type { Resource } from './query-store';

/** The page of past dates at `path`. Its data comes with its document: without it, that is loaded. */
export function pastResource(path: string): Resource<PastDates> {
  return {
    key: path,
    tables: [],
    load: () => {
      location.reload();
      return new Promise(() => undefined);
    },
  };
}
