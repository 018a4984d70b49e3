import { createContext } from 'react';
import type { Site } from './types';
import { useRequired } from './use-required';

/** The site's name, and what else its settings say. */
export const SiteContext = createContext<Site | null>(null);

export const useSite = (): Site => useRequired(SiteContext);
