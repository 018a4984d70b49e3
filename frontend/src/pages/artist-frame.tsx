import { paths } from '../paths';
import { Icon } from '../ui/icon';
import { BACK } from '../ui/icons';
import { Skeleton } from '../ui/list/skeleton';
import { Link } from '../ui/router';

/** The head of an artist's page. */
export function ArtistHead() {
  return (
    <Link className="back" href={paths.home}>
      <Icon shape={BACK} />
      Back
    </Link>
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
