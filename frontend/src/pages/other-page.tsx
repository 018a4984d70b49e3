import { type ComponentType, Suspense } from 'react';
import { idIn, paths } from '../paths';
import { useSite } from '../site';
import { latePart } from '../ui/late-part';
import { lazyComponent } from '../ui/lazy-component';
import { Skeleton } from '../ui/list/skeleton';
import { EventPage } from './event-page';
import { lost } from './lost';
import { MissingPage } from './missing-page';
import { PastPage } from './past-page';
import { useTitle } from './title';

const InvitationDoor = lazyComponent(
  async () => (await import('../admin/further-sections')).InvitationDoor,
  'The invitation',
);

const Welcome = lazyComponent(
  async () => (await import('../admin/further-sections')).Welcome,
  'The page',
);

type Page = ComponentType<{ path: string }>;

/** The page of a path that is not the home page, an artist's or a mail's. `PressPage` may still have to be loaded. */
export function otherPage(PressPage: Page): Page {
  return function OtherPage({ path }) {
    const eventId = idIn('event', path);
    if (eventId && /^[\da-f-]{36}$/i.test(eventId)) return <EventPage key={eventId} id={eventId} />;
    if (isPress(path)) {
      return (
        <Suspense fallback={<Skeleton of="profile" />}>
          <PressPage path={path} />
        </Suspense>
      );
    }
    if (path === paths.invitation) return <InvitationPage />;
    if (path === paths.welcome) return <WelcomePage />;
    return isPast(path) ? <PastPage path={path} /> : <MissingPage />;
  };
}

const press = latePart(async () => (await import('./press-page')).PressPage);

export const OtherPage = otherPage((props) => <press.LatePart {...props} failure={lost} />);

/** True for the page of past dates, of the newest year or of a given year, month or day. */
function isPast(path: string): boolean {
  const all = paths.past();
  return path.startsWith(all) && /^(\/\d{4}(\/\d{2}){0,2})?\/?$/.test(path.slice(all.length));
}

/** True for the press page of an artist. */
export function isPress(path: string): boolean {
  return /^\/artist\/[^/]+\/press\/?$/.test(path);
}

function InvitationPage() {
  useTitle(`Invitation – ${useSite().name}`);
  return <InvitationDoor />;
}

function WelcomePage() {
  useTitle(`Welcome – ${useSite().name}`);
  return <Welcome />;
}
