import { later } from '../lazy-component';

/** Stands where something is loaded. A page that arrived whole never shows it. */
export const Awaited = later(async () => (await import('./stand-in')).StandIn);
