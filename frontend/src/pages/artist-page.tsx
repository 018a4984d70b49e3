import '../styles/profile';
import { Suspense, useMemo } from 'react';
import { artistResource } from '../api/artists';
import { isNotFound } from '../api/client/connection';
import { useResource, useStore } from '../api/queries/query-store';
import { Banner } from '../artists/banner';
import { paths } from '../paths';
import { useSite } from '../site';
import { Skeleton } from '../ui/list/skeleton';
import { Redirect } from '../ui/router';
import { Lost } from './lost';
import { Profile } from './profile';
import { useTitle } from './title';

export function ArtistPage({ id }: { id: string }) {
  const site = useSite();
  const store = useStore();
  const resource = useMemo(() => artistResource(id), [id]);
  const { data: artist, error } = useResource(resource);
  useTitle(artist ? `${artist.name} – ${site.name}` : site.name);
  if (isNotFound(error)) return <Redirect to={paths.home} />;
  if (error !== undefined && !artist) return <Lost onRetry={() => void store.load(resource)} />;
  return (
    <>
      <Banner artist={artist} />
      <Suspense>{artist ? <Profile artist={artist} /> : <Skeleton of="profile" />}</Suspense>
    </>
  );
}
