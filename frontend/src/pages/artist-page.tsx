import '../styles/profile';
import { Suspense } from 'react';
import { artistResource, seenArtist } from '../api/artists';
import { isNotFound } from '../api/client/connection';
import { useResource, useStore } from '../api/queries/query-store';
import { Banner } from '../artists/banner';
import { idIn, paths } from '../paths';
import { useSite } from '../site';
import { Redirect } from '../ui/router';
import { ProfileWaiting } from './artist-frame';
import { Lost } from './lost';
import { Profile } from './profile';
import { useWords } from './words';

/** An artist, with all that is to be known about them. */
export function ArtistPage({ path }: { path: string }) {
  const id = idIn('artist', path) ?? '';
  const site = useSite();
  const store = useStore();
  const { data: artist, error, onRetry } = useResource(artistResource(id));
  const seen = artist ?? seenArtist(store, id);
  useWords(
    seen
      ? {
          title: `${seen.name} – ${site.name}`,
          name: seen.name,
          description: artist?.bio?.trim() || `${seen.name}, ${seen.genre}.`,
        }
      : { title: site.name },
  );
  if (isNotFound(error)) return <Redirect to={paths.home} />;
  if (error !== undefined && !artist) return <Lost onRetry={onRetry} />;
  return (
    <>
      <Banner artist={seen} />
      <Suspense>{artist ? <Profile artist={artist} /> : <ProfileWaiting seen={seen} />}</Suspense>
    </>
  );
}
