import { seenArtist } from '../api/artists';
import { useStore } from '../api/queries/query-store';
import { ArtistName } from '../artists/artist-name';
import { Banner } from '../artists/banner';
import { idIn, paths } from '../paths';
import type { ArtistCard } from '../types';
import { Icon } from '../ui/icon';
import { BACK } from '../ui/icons';
import { Skeleton } from '../ui/list/skeleton';
import { Link } from '../ui/router';
import { SiteHead } from './frame';

/** The head of an artist's page; on a phone the way back is its arrow alone. */
export function ArtistHead() {
  return (
    <>
      <Link className="btn btn--line back" href={paths.home} aria-label="Back">
        <Icon shape={BACK} />
        <span aria-hidden="true">Back</span>
      </Link>
      <SiteHead />
    </>
  );
}

/** What is known of an artist from where they were pressed, while the script of their page comes. */
export function ArtistWaiting({ path }: { path: string }) {
  const seen = seenArtist(useStore(), idIn('artist', path) ?? '');
  return (
    <>
      <Banner artist={seen} />
      <ProfileWaiting seen={seen} />
    </>
  );
}

/** What is known of the artist below the picture. */
export function ProfileWaiting({ seen }: { seen: ArtistCard | undefined }) {
  return (
    <>
      {seen && <ArtistName name={seen.name} />}
      <Skeleton of="profile" isNamed={seen !== undefined} />
    </>
  );
}
