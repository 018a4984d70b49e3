import { createContext, useEffect, useState } from 'react';
import type { Site } from './types';
import { useRequired } from './use-required';

const MINUTE_MS = 60_000;

/** The site's name, and what else its settings say. */
export const SiteContext = createContext<Site | null>(null);

/** The line in the footer of a site that has set none. */
export const USUAL_FOOTER = 'Artists, releases and dates.';

export const useSite = (): Site => useRequired(SiteContext);

/** Shows other words of the site, in the page that is open. */
export const openSite: { change?: ((words: object) => void) | undefined } = {};

/** The site as it is while its page stays open. The visitor's clock says only how long that is. */
export function useOpenSite(site: Site): Site {
  const [open, setOpen] = useState(site);
  useEffect(() => {
    openSite.change = (words) => setOpen((before) => ({ ...before, ...words }));
    return () => {
      openSite.change = undefined;
    };
  }, []);
  useEffect(() => {
    const ahead = Date.parse(site.now) - Date.now();
    const nowIs = () => new Date(Date.now() + ahead).toISOString();
    const look = () => setOpen((before) => ({ ...before, now: nowIs() }));
    // A tab that slept through the night catches up within a minute, with the quarter of an hour that its page is of.
    const timer = setInterval(look, MINUTE_MS);
    return () => clearInterval(timer);
  }, [site]);
  return open;
}
