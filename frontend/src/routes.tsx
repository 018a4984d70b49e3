import type { ReactNode } from 'react';
import { Redirect, Route, Switch } from 'wouter';
import { ArtistPage } from './pages/artist-page';
import { HomePage } from './pages/home-page';
import { decodedParameter, paths, routePatterns } from './paths';

export function Routes({ adminButton }: { adminButton: ReactNode }) {
  return (
    <Switch>
      <Route path={routePatterns.home}>
        <HomePage adminButton={adminButton} />
      </Route>
      <Route path={routePatterns.artist}>
        {({ id }) => <ArtistPage key={id} id={decodedParameter(id)} adminButton={adminButton} />}
      </Route>
      <Route>
        <Redirect to={paths.home} replace />
      </Route>
    </Switch>
  );
}
