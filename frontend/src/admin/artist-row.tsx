import { useState } from 'react';
import { unannouncedArtists } from '../api/announcements';
import { fetchArtist } from '../api/artists';
import { attempt } from '../api/client/explain';
import { useConfirm } from '../api/client/use-confirm';
import type { Transaction } from '../api/client/writes';
import { countEvents, deleteArtist, featureArtist } from '../api/edit-artists';
import type { PageParts } from '../api/page-parts';
import { useResource, useStore } from '../api/queries/query-store';
import { type MissingPart, missingParts, PARTS } from '../artists/edit/missing-parts';
import { draftOfArtist } from '../artists/edit/use-artist-form';
import { AnnouncementTag } from '../events/edit/announce/announcement-tag';
import { counted, followersLine } from '../format';
import type { Artist, ArtistCard } from '../types';
import { Button } from '../ui/button';
import { ConfirmDelete, DeleteButton } from '../ui/dialog/confirm-delete';
import { KeptNotice } from '../ui/form/draft-notice';
import { EDIT, STAR } from '../ui/form/icons';
import { keptDraft } from '../ui/form/kept-drafts';
import { topOfRow, useReveal } from '../ui/list/reveal';
import { Alert } from '../ui/message/alert';
import { useChange } from '../ui/message/use-change';
import { Photo } from '../ui/photo/photo';

/** How many events went along, where they were counted, and what brings all of it back. */
export type ArtistDeletion = { events: number | null; transaction: Transaction };

type Props = {
  artist: ArtistCard;
  /** By what is told how complete the page is, to those who may change it. */
  parts: PageParts | undefined;
  wasEdited: boolean;
  /** Where the row stood before the form took the place of the list. */
  top: number | undefined;
  /** It was just brought back. */
  isMarked: boolean;
  onEdit: (artist: Artist, top: number | undefined) => void;
  onFeatured: (transaction: Transaction) => void;
  onDeleted: (deletion: ArtistDeletion) => void;
};

export function ArtistRow(props: Props) {
  const { artist, parts, wasEdited, isMarked, top, onDeleted } = props;
  const [lost, setLost] = useState<string>();
  const missing = parts ? missingParts(parts, lost === artist.image) : [];
  const row = useReveal<HTMLLIElement>(isMarked || wasEdited, wasEdited ? top : undefined);
  const deletion = useDeletion(artist, onDeleted);
  const look = deletion.confirm.isAsking ? 'is-confirm' : isMarked ? 'is-new' : '';
  return (
    <li className={`row ${look}`} tabIndex={-1} ref={row}>
      <div className="row__photo">
        <Photo
          of={artist}
          alt=""
          widths={[240]}
          sizes="64px"
          width={64}
          height={64}
          loading="lazy"
          onLost={() => setLost(artist.image)}
        />
      </div>
      {deletion.confirm.isAsking ? (
        <ConfirmDelete
          confirm={deletion.confirm}
          question="Delete this artist?"
          subject={deletion.subject}
          action="Delete artist"
        />
      ) : (
        <ArtistActions {...props} missing={missing} deletion={deletion} />
      )}
    </li>
  );
}

type ActionProps = Props & { missing: MissingPart[]; deletion: Deletion };

function ArtistActions({ artist, missing, wasEdited, onEdit, onFeatured, deletion }: ActionProps) {
  const store = useStore();
  const waiting = useResource(unannouncedArtists).data?.find(({ id }) => id === artist.id);
  const { place, isBusy, failure, run } = useChange<HTMLDivElement>();
  // The list has only the fields that it shows; a save needs the whole record.
  const edit = (from: Element) => {
    const stood = topOfRow(from);
    return attempt(async () => onEdit(await fetchArtist(artist.id), stood));
  };
  const setFeatured = () =>
    attempt(async () => {
      const { row, transaction } = await featureArtist(artist.id);
      store.put('music_artists', row);
      onFeatured(transaction);
      await store.invalidate(['music_artists']);
    });
  return (
    <>
      <div className="row__lines" ref={place}>
        <p className="row__t">
          <span translate="no" dir="auto">
            {artist.name}
          </span>{' '}
          {artist.is_featured && <span className="tag">Featured</span>}
          {waiting && <AnnouncementTag publishedAt={waiting.published_at} />}
        </p>
        <p className="row__s">
          <span>{`${artist.genre}, `}</span>
          <span className="nowrap">{followersLine(artist.followers)}</span>
        </p>
        {missing.length > 0 && (
          <p className="row__s">{`Missing: ${missing.map((field) => PARTS[field]).join(', ')}`}</p>
        )}
      </div>
      <div className="row__act">
        <Button
          look="quiet"
          icon={EDIT}
          aria-label={`Edit ${artist.name}`}
          isHeld={isBusy}
          onClick={({ currentTarget }) =>
            void run(() => edit(currentTarget), `Not opened: ${artist.name}.`)
          }
          autoFocus={wasEdited}
        >
          Edit
        </Button>
        <Button
          look="quiet"
          icon={STAR}
          aria-label={`Set Featured: ${artist.name}`}
          disabled={artist.is_featured}
          isHeld={isBusy}
          onClick={() => void run(setFeatured, `Not featured: ${artist.name}.`)}
        >
          Set Featured
        </Button>
        <DeleteButton confirm={deletion.confirm} name={artist.name} />
      </div>
      <KeptNotice isKept={keptDraft(draftOfArtist(artist.id)) !== null} />
      {failure && <Alert message={failure.message} />}
    </>
  );
}

type Deletion = ReturnType<typeof useDeletion>;

/** The question says how many events go with the artist, once the server has counted them. */
function useDeletion(artist: ArtistCard, onDeleted: Props['onDeleted']) {
  const store = useStore();
  const [events, setEvents] = useState<number | null>(null);
  const confirm = useConfirm(async () => {
    const transaction = await deleteArtist(artist.id);
    await store.invalidate(['music_artists', 'music_events']);
    onDeleted({ events, transaction });
  }, `Not deleted: ${artist.name}.`);
  const ask = () => {
    confirm.ask();
    countEvents(artist.id).then(setEvents, () => setEvents(null));
  };
  return { confirm: { ...confirm, ask }, subject: subjectOf(artist.name, events) };
}

function subjectOf(name: string, events: number | null): string {
  if (events === null) return `${name} and all their events will be deleted.`;
  return events === 0
    ? `${name} will be deleted. They have no events.`
    : `${name} and ${counted(events, 'event')} will be deleted.`;
}
