import { useState } from 'react';
import type { Transaction } from '../api/client/writes';
import { useStore } from '../api/queries/query-store';
import { undoSave } from '../api/undo';
import { paths } from '../paths';
import type { Artist } from '../types';
import { LinkButton } from '../ui/link-button';
import { Alert } from '../ui/message/alert';
import { useChange } from '../ui/message/use-change';

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
export function Added({ added, onGone, ...next }: Props) {
  const [said, setSaid] = useState('');
  const onUndone = ({ artist }: AddedArtist) => {
    setSaid(`${artist.name} has been removed.`);
    onGone();
  };
  return (
    <div className="form__note added" ref={added ? showWhole : undefined}>
      <p role="status">{added ? `Added ${added.artist.name}.` : said}</p>
      {added && <NextSteps key={added.artist.id} added={added} onUndone={onUndone} {...next} />}
    </div>
  );
}

type StepsProps = Next & { added: AddedArtist; onUndone: (added: AddedArtist) => void };

function NextSteps({ added, onUndone, onAddDate, onInvite }: StepsProps) {
  const { artist, transaction } = added;
  const store = useStore();
  const { place, isBusy, failure, run } = useChange<HTMLAnchorElement>();
  const takeBack = () =>
    undoSave(transaction, async () => {
      onUndone(added);
      await store.invalidate(['music_artists']);
    });
  const undo = () => isBusy || void run(takeBack, `Not undone: adding ${artist.name}.`);
  return (
    <>
      <a className="link" href={paths.artist(artist.id)} ref={place}>
        See the page
      </a>
      {onAddDate && <LinkButton onClick={() => onAddDate(artist)}>Add a date</LinkButton>}
      {onInvite && <LinkButton onClick={() => onInvite(artist)}>Invite the artist</LinkButton>}
      <LinkButton onClick={undo}>Undo</LinkButton>
      {failure && <Alert message={failure.message} />}
    </>
  );
}

function showWhole(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
}
