import { NOT_FOUND } from './client/connection';
import { ServiceError } from './client/errors';
import type { Resource } from './queries/query-store';

/**
 * The whole data of the page at `path`, which comes with its document (app/page-data.ts): without it, that is loaded, and
 * when it came without there is no such page.
 */
export function pageResource<T>(path: string): Resource<T> {
  return {
    key: decoded(path),
    tables: [],
    load: () => {
      if (hasComeWithout()) {
        return Promise.reject(new ServiceError(NOT_FOUND, 'There is no such page', 404));
      }
      location.reload();
      return new Promise(() => undefined);
    },
  };
}

function hasComeWithout(): boolean {
  const [loaded] = performance.getEntriesByType('navigation');
  const data = document.getElementById('preloaded')?.textContent ?? '{}';
  const isThis = new URL(loaded?.name ?? location.href).pathname === location.pathname;
  return isThis && 'not_found' in JSON.parse(data);
}

/** As the server names it. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
