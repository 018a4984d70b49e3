import { useEffect, useState } from 'react';
import { onSignIn, useSessionStore } from '../account/session/session';
import { artistResource, nearKey } from '../api/artists';
import { hasStoredSession } from '../api/client/connection';
import { type Store, useStore } from '../api/queries/query-store';
import { idIn, paths } from '../paths';
import type { ArtistName } from '../types';
import { Notice } from '../ui/message/notice';
import { askedFor, goTo, Link, takeRedirected } from '../ui/router';

/**
 * Says why one landed here who asked for an artist, and whom that may have meant. An artist who is not announced is not
 * there for visitors either: whoever signs in here is led there, as the page of a date does it in its place.
 */
export function Arrival() {
  const store = useStore();
  const session = useSessionStore();
  const [lost, setLost] = useState<string | null>(null);
  useEffect(() => {
    setLost(takeRedirected());
    const asked = askedFor();
    // Who is signed in has had their answer.
    if (asked && !hasStoredSession()) return onSignIn(session, () => void leadTo(asked, store));
  }, [session, store]);
  const near = lost && (store.read(nearKey(lost)).data as ArtistName | null | undefined);
  return (
    // It is there before it has something to say, which screen readers then announce.
    <div role="status">
      {lost && (
        <Notice isInStatus text="There is no artist at that address." onClose={() => setLost(null)}>
          {near && <NearArtist artist={near} />}
        </Notice>
      )}
    </div>
  );
}

/** Leads to an artist's page that was asked for, if by now it is there. */
async function leadTo(address: string, store: Store): Promise<void> {
  const resource = artistResource(idIn('artist', new URL(address).pathname) ?? '');
  await store.load(resource);
  const isThere = !('error' in store.read(resource.key));
  if (isThere && location.pathname === paths.home) goTo(address, 'replaceState');
}

function NearArtist({ artist: { id, name } }: { artist: ArtistName }) {
  return (
    <span>
      <span>{' Did you mean '}</span>
      <Link href={paths.artist(id)} translate="no" dir="auto">
        {name}
      </Link>
      <span>?</span>
    </span>
  );
}
