import { type ComponentType, type ReactNode, Suspense } from 'react';
import { ArtistHead, ArtistWaiting } from '../pages/artist-frame';
import { Frame, SiteHead } from '../pages/frame';
import { HomePage } from '../pages/home-page';
import { Lost } from '../pages/lost';
import { idIn, paths } from '../paths';
import { Skeleton } from '../ui/list/skeleton';
import { ErrorBoundary } from '../ui/parts/error-boundary';
import { latePart } from '../ui/parts/late-part';
import { lazyComponent } from '../ui/parts/lazy-component';
import { usePath } from '../ui/router';

/** The parts of the script that have pages (vite.config.ts). */
export type PartName = 'profile' | 'dates' | 'press-kit';

function page<Name extends string>(
  is: (path: string) => boolean,
  part: PartName,
  name: Name,
  bring: () => Promise<Record<Name, ComponentType<{ path: string }>>>,
) {
  return { is, part, ...latePart(async () => (await bring())[name]) };
}

export const artistPage = page(
  (path) => idIn('artist', path) !== null,
  'profile',
  'ArtistPage',
  () => import('../pages/artist-page'),
);

/**
 * Every page but home and a mail's: its paths, the part of the script that it is in, and its component. Another page is
 * another row.
 */
const PAGES = [
  artistPage,
  page(
    (path) => /^\/artist\/[^/]+\/press\/?$/.test(path),
    'press-kit',
    'PressKitPage',
    () => import('../pages/press-kit-page'),
  ),
  page(
    (path) => /^[\da-f-]{36}$/i.test(idIn('event', path) ?? ''),
    'dates',
    'EventPage',
    () => import('../pages/event-page'),
  ),
  page(
    (path) => /^\/events\/past(\/[\d/]*)?$/.test(path),
    'dates',
    'PastPage',
    () => import('../pages/past-page'),
  ),
  page(
    (path) => path === paths.invitation,
    'dates',
    'InvitationPage',
    () => import('../pages/invited-page'),
  ),
  page(
    (path) => path === paths.welcome,
    'dates',
    'WelcomePage',
    () => import('../pages/invited-page'),
  ),
  page(
    () => true,
    'dates',
    'MissingPage',
    () => import('../pages/missing-page'),
  ),
];

const ConfirmPage = lazyComponent(
  async () => (await import('../pages/confirm-page')).ConfirmPage,
  'The page',
);

/** The page of a path; none for those that come with the site. */
export function pageOf(path: string) {
  if (path === paths.home || path === paths.confirm) return undefined;
  return PAGES.find(({ is }) => is(path));
}

/** Brings every page. For the server, which cannot wait for one when it has to show it. */
export const loadAll = () => Promise.all(PAGES.map(({ load }) => load()));

/** The page of each path. */
export function Routes({ adminButton }: { adminButton: ReactNode }) {
  const path = usePath();
  const shown = pageOf(path);
  if (path === paths.confirm) return <ConfirmPage adminButton={adminButton} />;
  if (!shown) return <HomePage adminButton={adminButton} />;
  const isArtist = shown === artistPage;
  return (
    <Frame
      key={isArtist ? path : 'other'}
      head={isArtist ? <ArtistHead /> : <SiteHead />}
      adminButton={adminButton}
    >
      <ErrorBoundary key={path} fallback={<Lost onRetry={reload} />}>
        <Suspense fallback={isArtist ? <ArtistWaiting path={path} /> : <Skeleton of="profile" />}>
          <shown.LatePart path={path} failure={(onRetry) => <Lost onRetry={onRetry} />} />
        </Suspense>
      </ErrorBoundary>
    </Frame>
  );
}

/** A page that cannot be shown begins anew with its document, which would not come without a connection. */
function reload(): Promise<void> | undefined {
  if (!navigator.onLine) return;
  location.reload();
  // It goes on until the page is another one.
  return new Promise(() => undefined);
}
