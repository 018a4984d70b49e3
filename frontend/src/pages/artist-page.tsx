import { type ReactNode, Suspense, useMemo } from 'react';
import { artistResource } from '../api/artists';
import { isNotFound } from '../api/connection';
import { useResource } from '../api/query-store';
import { Banner } from '../artists/banner';
import { paths } from '../paths';
import { useSite } from '../site';
import { Icon } from '../ui/icon';
import { BACK } from '../ui/icons';
import { Skeleton } from '../ui/list/skeleton';
import { Link, Redirect } from '../ui/router';
import { Frame } from './frame';
import { Profile } from './profile';
import { useTitle } from './title';

type Props = { id: string; adminButton: ReactNode };

export function ArtistPage({ id, adminButton }: Props) {
  const site = useSite();
  const { data: artist, error } = useResource(useMemo(() => artistResource(id), [id]));
  useTitle(artist ? `${artist.name} – ${site.name}` : site.name);
  if (isNotFound(error) || (error !== undefined && !artist)) {
    return <Redirect to={paths.home} />;
  }
  return (
    <Frame head={<BackLink />} adminButton={adminButton} isBusy={!artist}>
      <Banner artist={artist} />
      <Suspense>{artist ? <Profile artist={artist} /> : <Skeleton of="profile" />}</Suspense>
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
