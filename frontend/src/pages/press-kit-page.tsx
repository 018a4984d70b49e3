import '../styles/press-kit';
import { pageResource } from '../api/page';
import { useResource } from '../api/queries/query-store';
import { Kit } from '../artists/press-kit/kit';
import { TourPoster } from '../artists/press-kit/tour-poster';
import { useSite } from '../site';
import type { PressKit } from '../types';
import { Skeleton } from '../ui/list/skeleton';
import { MissingPage } from './missing-page';
import { useWords } from './words';

/** What the press may want of an artist, and on paper a poster of the tour. */
export function PressKitPage({ path }: { path: string }) {
  const { data, error } = useResource(pageResource<PressKit>(path));
  if (data) return <Whole kit={data} />;
  return error === undefined ? <Skeleton of="profile" /> : <MissingPage />;
}

function Whole({ kit }: { kit: PressKit }) {
  const site = useSite();
  const { name } = kit.artist;
  useWords({
    title: `${name}, press – ${site.name}`,
    description: `${name}, for the press: biography, photograph, dates and contact.`,
  });
  return (
    <>
      <Kit kit={kit} />
      <TourPoster kit={kit} />
    </>
  );
}
