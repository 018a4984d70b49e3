import { type ReactNode, useMemo } from 'react';
import { isNotFound } from '../api/connection';
import { artistResource } from '../api/resources';
import { Banner } from '../artist/banner';
import { Profile } from '../artist/profile';
import { paths } from '../paths';
import { useResource } from '../resource';
import { Link, Redirect } from '../router';
import { useSite } from '../site';
import { Awaited } from '../ui/awaited';
import { Icon } from '../ui/icon';
import { BACK } from '../ui/shapes';
import { Frame } from './frame';
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
      {artist ? <Profile artist={artist} /> : <Awaited place="profile" />}
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
