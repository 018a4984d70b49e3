/** In place of the instant at which something is announced: not yet, or at a time that is still to be entered. */
export const UNANNOUNCED = 'draft';
export const LATER = 'later';

/** When it is announced: an instant, `UNANNOUNCED`, or empty if it is announced already. */
export function announcementOf({ published_at }: { published_at?: string | null }): string {
  if (published_at === null) return UNANNOUNCED;
  return published_at && Date.parse(published_at) > Date.now() ? published_at : '';
}
