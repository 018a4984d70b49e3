import { type ComponentType, type ReactNode, Suspense } from 'react';
import { ArtistPage } from '../pages/artist-page';
import { Frame, SiteHead } from '../pages/frame';
import { HomePage } from '../pages/home-page';
import { idIn, isPast, paths } from '../paths';
import { Alert } from '../ui/alert';
import { ErrorBoundary } from '../ui/error-boundary';
import { lazyComponent } from '../ui/lazy-component';
import { Skeleton } from '../ui/list/skeleton';
import { Redirect, usePath } from '../ui/router';

/**
 * The pages about dates. In the browser they are a script of their own, which comes when one of them is shown; the server
 * has them at hand.
 */
export type DatePages = {
  EventPage: ComponentType<{ id: string }>;
  PastPage: ComponentType<{ path: string }>;
};

const FAILURE = <Alert message="The page could not be loaded. Reload the page." />;
const ConfirmPage = lazyComponent(
  async () => (await import('../pages/confirm-page')).ConfirmPage,
  FAILURE,
);

type Props = { adminButton: ReactNode; datePages: DatePages };

/** The page of each address; from any other one leads to the home page. */
export function Routes({ adminButton, datePages: { EventPage, PastPage } }: Props) {
  const path = usePath();
  const artistId = idIn('artist', path);
  const eventId = idIn('event', path);
  if (path === paths.home) return <HomePage adminButton={adminButton} />;
  if (artistId !== null) {
    return <ArtistPage key={artistId} id={artistId} adminButton={adminButton} />;
  }
  if (path === paths.confirm) return <ConfirmPage adminButton={adminButton} />;
  const page =
    eventId !== null ? (
      <EventPage key={eventId} id={eventId} />
    ) : (
      isPast(path) && <PastPage path={path} />
    );
  if (!page) return <Redirect to={paths.home} />;
  return (
    <Frame head={<SiteHead />} adminButton={adminButton}>
      <ErrorBoundary fallback={FAILURE}>
        <Suspense fallback={<Skeleton of="profile" />}>{page}</Suspense>
      </ErrorBoundary>
    </Frame>
  );
}
