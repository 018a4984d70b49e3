import { paths } from '../paths';
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

/** Keeps the place of an artist's page while its script comes. */
export function ArtistWaiting() {
  return (
    <>
      <div className="banner on-stage" />
      <Skeleton of="profile" />
    </>
  );
}
