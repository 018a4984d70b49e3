import { idIn, paths } from '../paths';
import { EventPage } from './event-page';
import { MissingPage } from './missing-page';
import { PastPage } from './past-page';

/** The page of a path that is not the home page, an artist's or a mail's. */
export function OtherPage({ path }: { path: string }) {
  const eventId = idIn('event', path);
  if (eventId && /^[\da-f-]{36}$/i.test(eventId)) return <EventPage key={eventId} id={eventId} />;
  return isPast(path) ? <PastPage path={path} /> : <MissingPage />;
}

/** True for the page of past dates, of the newest year or of a given one. */
function isPast(path: string): boolean {
  const all = paths.past();
  return path.startsWith(all) && /^(\/\d{4})?\/?$/.test(path.slice(all.length));
}
