import { createContext, useContext } from 'react';
import type { SessionStore } from '../account/session';
import type { Store } from '../api/query-store';
import type { Site } from '../types';

/** What the components share: one of each for a page. */
export type Parts = {
  site: Site;
  store: Store;
  session: SessionStore;
  /** The address on the server, which has no browser to ask. */
  path?: string;
};

export const PartsContext = createContext<Parts | null>(null);

export function useParts(): Parts {
  const parts = useContext(PartsContext);
  if (!parts) throw new Error('useParts needs a PartsContext above it');
  return parts;
}
