import { createContext, useEffect, useState } from 'react';
import type { Site } from './types';
import { useRequired } from './use-required';

const MINUTE_MS = 60_000;

/** The site's name, and what else its settings say. */
export const SiteContext = createContext<Site | null>(null);

export const useSite = (): Site => useRequired(SiteContext);

/** The site as it is while its page stays open. The visitor's clock says only how long that is. */
export function useOpenSite(site: Site): Site {
  const [now, setNow] = useState(site.now);
  useEffect(() => {
    const ahead = Date.parse(site.now) - Date.now();
    const look = () => setNow(new Date(Date.now() + ahead).toISOString());
    // A tab that slept through the night is right within a minute.
    const timer = setInterval(look, MINUTE_MS);
    return () => clearInterval(timer);
  }, [site]);
  return { ...site, now };
}
