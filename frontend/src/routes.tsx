import { lazy, type ReactNode, Suspense } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { ArtistPage } from './pages/artist-page';
import { HomePage } from './pages/home-page';
import { decodedParameter, paths, routePatterns } from './paths';
import { Alert } from './ui/alert';
import { ErrorBoundary } from './ui/error-boundary';

const ConfirmPage = lazy(async () => ({
  default: (await import('./pages/confirm-page')).ConfirmPage,
}));

export function Routes({ adminButton }: { adminButton: ReactNode }) {
  return (
    <Switch>
      <Route path={routePatterns.home}>
        <HomePage adminButton={adminButton} />
      </Route>
      <Route path={routePatterns.artist}>
        {({ id }) => <ArtistPage key={id} id={decodedParameter(id)} adminButton={adminButton} />}
      </Route>
      <Route path={routePatterns.confirm}>
        <ErrorBoundary fallback={<Alert message="The page could not be loaded. Reload it." />}>
          <Suspense>
            <ConfirmPage adminButton={adminButton} />
          </Suspense>
        </ErrorBoundary>
      </Route>
      <Route>
        <Redirect to={paths.home} replace />
      </Route>
    </Switch>
  );
}
