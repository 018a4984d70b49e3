import { useState } from 'react';
import type { Transaction } from '../api/client/writes';
import { useStore } from '../api/queries/query-store';
import { undoSave } from '../api/undo';
import { paths } from '../paths';
import type { Artist } from '../types';
import { keepFocus } from '../ui/focus';
import { Alert } from '../ui/message/alert';

/** What may be done next with an artist who was just added; undefined for whoever may not. */
export type Next = {
  onAddDate: ((artist: Artist) => void) | undefined;
  onInvite: ((artist: Artist) => void) | undefined;
};

/** Who was added, and what takes them back. */
export type AddedArtist = { artist: Artist; transaction: Transaction };

type Props = Next & {
  added: AddedArtist | null;
  onGone: () => void;
};

/** Who was added last, the way to their page, what comes next, and what takes them back. */
export function Added({ added, onGone, onAddDate, onInvite }: Props) {
  const artist = added?.artist;
  const store = useStore();
  const [failed, setFailed] = useState<{ added: AddedArtist; message: string } | null>(null);
  const [said, setSaid] = useState('');
  async function takeBack(added: AddedArtist): Promise<void> {
    const failure = await undoSave(added.transaction);
    setFailed(failure && { added, message: failure.message });
    if (failure) return;
    setSaid(`${added.artist.name} is not added.`);
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
          <LinkButton onClick={() => void keepFocus(() => takeBack(added))}>Undo</LinkButton>
        </>
      )}
      {failed && failed.added === added && <Alert message={failed.message} />}
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
