import { othersResource } from '../api/artists';
import { useResource } from '../api/queries/query-store';
import { paths } from '../paths';
import { useSite } from '../site';
import { Section } from '../ui/section';
import { ArtistGrid } from './artist-grid';

/** Who else is on the site, where an artist's page has nothing to tell yet. */
export function AlsoHere({ artistId }: { artistId: string }) {
  const site = useSite();
  const { data } = useResource(othersResource(artistId));
  if (!data?.length) return null;
  return (
    <Section
      title={`Also on ${site.name}`}
      aside={
        <a className="link link--tall" href={paths.artistList}>
          All artists
        </a>
      }
    >
      <ArtistGrid artists={data} />
    </Section>
  );
}
