import { daysAfter } from '../../format';
import { startDay } from '../../night';
import type { EventRecord } from '../../types';

const NEW_ENTRY = 'https://calendar.google.com/calendar/render?action=TEMPLATE';
/** What a concert usually takes; the calendars that we write ourselves assume the same. */
const HOURS = 3;

/** The address that opens a new entry of Google's calendar with the event filled in. */
export function googleUrl(event: EventRecord, siteZone: string, pageUrl: string): string {
  const fields = {
    text: `${event.artist.name}, ${event.venue}`,
    dates: hours(event).map(bare).join('/'),
    ctz: event.timezone ?? siteZone,
    location: `${event.venue}, ${event.location}`,
    details: pageUrl,
  };
  const query = Object.entries(fields).map(
    ([name, text]) => `&${name}=${encodeURIComponent(text)}`,
  );
  return NEW_ENTRY + query.join('');
}

/** Beginning and end at the venue; a whole day where no start is known. */
function hours(event: EventRecord): [string, string] {
  const { date, start_time: start } = event;
  if (!start) return [date, daysAfter(date, 1)];
  const hour = Number(start.slice(0, 2)) + HOURS;
  const first = startDay(event);
  const last = hour < 24 ? first : daysAfter(first, 1);
  return [`${first}T${start}00`, `${last}T${`${hour % 24}`.padStart(2, '0')}${start.slice(2)}00`];
}

function bare(moment: string): string {
  return moment.replace(/[-:]/g, '');
}
