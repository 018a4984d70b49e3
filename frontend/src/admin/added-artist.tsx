import { useState } from 'react';
import { useStore } from '../api/queries/query-store';
import { undoLast } from '../api/undo';
import { paths } from '../paths';
import type { Artist } from '../types';
import { keepFocus } from '../ui/focus';
import { Alert } from '../ui/message/alert';

/** What may be done next with an artist who was just added; undefined for whoever may not. */
export type Next = {
  onAddDate: ((artist: Artist) => void) | undefined;
  onInvite: ((artist: Artist) => void) | undefined;
};

type Props = Next & {
  artist: Artist | null;
  onGone: () => void;
};

/** Who was added last, the way to their page, what comes next, and what takes them back. */
export function Added({ artist, onGone, onAddDate, onInvite }: Props) {
  const store = useStore();
  const [failure, setFailure] = useState('');
  const [said, setSaid] = useState('');
  async function takeBack({ id, name }: Artist): Promise<void> {
    const failed = await undoLast('music_artists', id, 'insert');
    setFailure(failed?.message ?? '');
    if (failed) return;
    setSaid(`${name} is not added.`);
    onGone();
    await store.invalidate(['music_artists']);
  }
  return (
    <div className="form__note added" ref={artist ? showWhole : undefined}>
      <p role="status">{artist ? `Added ${artist.name}.` : said}</p>
      {artist && (
        <>
          <a className="link" href={paths.artist(artist.id)}>
            See the page
          </a>
          {onAddDate && <LinkButton onClick={() => onAddDate(artist)}>Add a date</LinkButton>}
          {onInvite && <LinkButton onClick={() => onInvite(artist)}>Invite the artist</LinkButton>}
          <LinkButton onClick={() => void keepFocus(() => takeBack(artist))}>Undo</LinkButton>
        </>
      )}
      {failure && <Alert message={failure} />}
    </div>
  );
}

function LinkButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button className="link" type="button" onClick={onClick}>
      {children}
    </button>
  );
}

function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
