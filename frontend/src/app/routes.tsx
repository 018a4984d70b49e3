import { type ComponentType, type ReactNode, Suspense } from 'react';
import { ArtistHead, ArtistWaiting } from '../pages/artist-frame';
import { Frame, SiteHead } from '../pages/frame';
import { HomePage } from '../pages/home-page';
import { Lost } from '../pages/lost';
import { idIn, paths } from '../paths';
import { Skeleton } from '../ui/list/skeleton';
import { ErrorBoundary } from '../ui/parts/error-boundary';
import { lazyComponent } from '../ui/parts/lazy-component';
import { usePath } from '../ui/router';

/**
 * The pages that are scripts of their own in the browser, and at hand on the server: an artist's, and those about dates
 * and for a path without a page.
 */
export type Pages = {
  artist: ComponentType<{ id: string }>;
  other: ComponentType<{ path: string }>;
};

const ConfirmPage = lazyComponent(
  async () => (await import('../pages/confirm-page')).ConfirmPage,
  'The page',
);

/** Which of them a path shows; null for those that come with the site. */
export function pageOf(path: string): keyof Pages | null {
  if (path === paths.home || path === paths.confirm) return null;
  return idIn('artist', path) === null ? 'other' : 'artist';
}

type Props = { adminButton: ReactNode; pages: Pages };

/** The page of each path. */
export function Routes({ adminButton, pages }: Props) {
  const path = usePath();
  const artistId = idIn('artist', path);
  if (path === paths.home) return <HomePage adminButton={adminButton} />;
  if (path === paths.confirm) return <ConfirmPage adminButton={adminButton} />;
  const isArtist = artistId !== null;
  return (
    <Frame
      key={isArtist ? path : 'other'}
      head={isArtist ? <ArtistHead /> : <SiteHead />}
      adminButton={adminButton}
    >
      <ErrorBoundary key={path} fallback={<Lost onRetry={reload} />}>
        <Suspense fallback={isArtist ? <ArtistWaiting id={artistId} /> : <Skeleton of="profile" />}>
          {isArtist ? <pages.artist id={artistId} /> : <pages.other path={path} />}
        </Suspense>
      </ErrorBoundary>
    </Frame>
  );
}

/** A page that cannot be shown begins anew with its document, which would not come without a connection. */
function reload(): void {
  if (navigator.onLine) location.reload();
}
