import { type ComponentType, type ReactNode, Suspense } from 'react';
import { ArtistPage } from '../pages/artist-page';
import { Frame, SiteHead } from '../pages/frame';
import { HomePage } from '../pages/home-page';
import { Lost } from '../pages/lost';
import { idIn, paths } from '../paths';
import { Alert } from '../ui/alert';
import { ErrorBoundary } from '../ui/error-boundary';
import { lazyComponent } from '../ui/lazy-component';
import { Skeleton } from '../ui/list/skeleton';
import { usePath } from '../ui/router';

/**
 * The pages about dates, and the one for a path without a page. In the browser they are a script of their own, which
 * comes when one of them is shown; the server has them at hand.
 */
export type OtherPage = ComponentType<{ path: string }>;

const ConfirmPage = lazyComponent(
  async () => (await import('../pages/confirm-page')).ConfirmPage,
  <Alert message="The page could not be loaded. Reload the page." />,
);

type Props = { adminButton: ReactNode; otherPage: OtherPage };

/** The page of each path. */
export function Routes({ adminButton, otherPage: OtherPage }: Props) {
  const path = usePath();
  const artistId = idIn('artist', path);
  if (path === paths.home) return <HomePage adminButton={adminButton} />;
  if (artistId !== null) {
    return <ArtistPage key={artistId} id={artistId} adminButton={adminButton} />;
  }
  if (path === paths.confirm) return <ConfirmPage adminButton={adminButton} />;
  return (
    <Frame head={<SiteHead />} adminButton={adminButton}>
      <ErrorBoundary key={path} fallback={<Lost onRetry={reload} />}>
        <Suspense fallback={<Skeleton of="profile" />}>
          <OtherPage path={path} />
        </Suspense>
      </ErrorBoundary>
    </Frame>
  );
}

/** A script that did not come is asked for only by a new document, which would itself not come without a connection. */
function reload(): void {
  if (navigator.onLine) location.reload();
}
