import type { ReactNode } from 'react';
import { ArtistPage } from '../pages/artist-page';
import { HomePage } from '../pages/home-page';
import { artistIdIn, paths } from '../paths';
import { Alert } from '../ui/alert';
import { lazyComponent } from '../ui/lazy-component';
import { Redirect, usePath } from '../ui/router';

const ConfirmPage = lazyComponent(
  async () => (await import('../pages/confirm-page')).ConfirmPage,
  <Alert message="The page could not be loaded. Reload the page." />,
);

/** The page of each address; from any other one leads to the home page. */
export function Routes({ adminButton }: { adminButton: ReactNode }) {
  const path = usePath();
  const artistId = artistIdIn(path);
  if (path === paths.home) return <HomePage adminButton={adminButton} />;
  if (artistId !== null) {
    return <ArtistPage key={artistId} id={artistId} adminButton={adminButton} />;
  }
  if (path !== paths.confirm) return <Redirect to={paths.home} />;
  return <ConfirmPage adminButton={adminButton} />;
}
