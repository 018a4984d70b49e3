import { type ReactNode, Suspense, useMemo } from 'react';
import { artistResource } from '../api/artists';
import { isNotFound } from '../api/connection';
import { useResource, useStore } from '../api/query-store';
import { Banner } from '../artists/banner';
import { paths } from '../paths';
import { useSite } from '../site';
import { Icon } from '../ui/icon';
import { BACK } from '../ui/icons';
import { Skeleton } from '../ui/list/skeleton';
import { Link, Redirect } from '../ui/router';
import { Frame } from './frame';
import { Lost } from './lost';
import { Profile } from './profile';
import { useTitle } from './title';

type Props = { id: string; adminButton: ReactNode };

export function ArtistPage({ id, adminButton }: Props) {
  const site = useSite();
  const store = useStore();
  const resource = useMemo(() => artistResource(id), [id]);
  const { data: artist, error } = useResource(resource);
  useTitle(artist ? `${artist.name} – ${site.name}` : site.name);
  const retry = () => void store.load(resource);
  if (isNotFound(error)) return <Redirect to={paths.home} />;
  return (
    <Frame head={<BackLink />} adminButton={adminButton} isBusy={!artist && error === undefined}>
      {error === undefined || artist ? (
        <>
          <Banner artist={artist} />
          <Suspense>{artist ? <Profile artist={artist} /> : <Skeleton of="profile" />}</Suspense>
        </>
      ) : (
        <Lost onRetry={retry} />
      )}
    </Frame>
  );
}

function BackLink() {
  return (
    <Link className="back" href={paths.home}>
      <Icon shape={BACK} />
      Back
    </Link>
  );
}
