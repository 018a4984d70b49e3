import { useState } from 'react';
import { flushSync } from 'react-dom';
import { can } from '../account/can';
import { useSession } from '../account/session/session';
import { preparedArtistSearch, preparedArtists } from '../api/announcements';
import type { Transaction } from '../api/client/writes';
import { pagePartsResource } from '../api/page-parts';
import { useResource, useStore } from '../api/queries/query-store';
import { undoable } from '../api/undo';
import { counted } from '../format';
import type { Artist, ArtistCard } from '../types';
import { type Done, DoneNote } from '../ui/list/done-note';
import { Empty } from '../ui/list/empty';
import { QueryFailure } from '../ui/list/load-failure';
import { ShowMore } from '../ui/list/show-more';
import { useDone } from '../ui/list/use-done';
import { withFirst } from '../ui/list/with-first';
import { type ArtistDeletion, ArtistRow } from './artist-row';
import { atEachLetter, type Kept, ListSearch, useSearchedList } from './list-search';
import { OnlyFor, Pane } from './pane';

/** An artist whose form was just saved, as before that, and what takes it back. */
export type SavedArtist = { artist: ArtistCard; transaction: Transaction };

type Props = {
  /** Whether it says who may use it. */
  isExplained: boolean;
  /** The artist whose form was just closed. */
  lastEdited: { id: string; top: number | undefined } | null;
  /** What was searched for before. */
  search: Kept;
  saved: SavedArtist | undefined;
  onEdit: (artist: Artist, top: number | undefined) => void;
};

export function ManageArtists(props: Props) {
  const { isExplained, lastEdited, search, saved, onEdit } = props;
  const session = useSession();
  const { note, setDone, marked, unmark, onDeleted, onFeatured } = useLastChange(saved);
  const [edited, setEdited] = useState(lastEdited);
  const say = (text: string) => setDone({ text });
  const list = useSearchedList(preparedArtists, preparedArtistSearch, 'artist', search);
  const { data, isSearched, field } = list;
  const forgetWhere = () => {
    setEdited(null);
    unmark();
  };
  const parts = usePageParts(can.changeArtists(session) ? (data?.rows ?? NONE) : NONE);
  return (
    <Pane title="Manage Artists">
      {isExplained && session.isChecked && !can.changeArtists(session) && (
        <OnlyFor>
          Only admins can feature or delete artists. Only admins and the artist can save changes.
        </OnlyFor>
      )}
      <ListSearch label="Search artists" field={atEachLetter(field, forgetWhere)} />
      {data?.rows.length === 0 && (
        <Empty title={isSearched ? 'No artists found.' : 'No artists yet.'} />
      )}
      <QueryFailure what="The artists" of={list} />
      {data && data.rows.length > 0 && (
        <ShowMore key={list.key} what="artists" of={list} onSay={say}>
          <ul className="rows" role="list">
            {withFirst(data.rows, marked).map((artist) => (
              <ArtistRow
                key={artist.id}
                artist={artist}
                parts={parts?.get(artist.id)}
                wasEdited={artist.id === edited?.id}
                top={edited?.top}
                isMarked={artist.id === marked?.id}
                onEdit={onEdit}
                onFeatured={(transaction) => onFeatured(artist, transaction)}
                onDeleted={(deletion) => onDeleted(artist, deletion)}
              />
            ))}
          </ul>
        </ShowMore>
      )}
      <DoneNote {...note} />
    </Pane>
  );
}

const NONE: readonly ArtistCard[] = [];

/** What is known of these artists' pages; what was known stays while a longer list is looked through. */
function usePageParts(artists: readonly ArtistCard[]) {
  const { data } = useResource(pagePartsResource(artists.map(({ id }) => id)));
  const [known, setKnown] = useState(data);
  if (data && data !== known) setKnown(data);
  return known;
}

/** What was done last, and what takes it back; who was so brought back is marked, and first in the list if not in it. */
function useLastChange(saved: SavedArtist | undefined) {
  const store = useStore();
  const { setDone, note } = useDone(() => (saved ? edited(saved) : null));
  const [marked, setMarked] = useState<ArtistCard | null>(null);

  function edited({ artist, transaction }: SavedArtist): Done {
    const undone = () => bringBack(artist, `${artist.name} is as it was.`);
    return undoable(`Saved ${artist.name}.`, transaction, (next) => setDone(next), undone);
  }

  function onFeatured(artist: ArtistCard, transaction: Transaction): void {
    const undone = () => bringBack(artist, `${artist.name} is not featured any more.`);
    setDone(undoable(`${artist.name} is featured now.`, transaction, setDone, undone));
  }

  function onDeleted(artist: ArtistCard, { events, transaction }: ArtistDeletion): void {
    const what = events ? `${artist.name} and ${counted(events, 'event')}` : artist.name;
    const along = events ? `, with ${counted(events, 'event')}` : '';
    const undone = () => bringBack(artist, `${artist.name} is back${along}.`);
    setMarked(null);
    setDone(undoable(`Deleted ${what}. Kept for 30 days.`, transaction, setDone, undone));
  }

  /** Shows an artist as before what has been undone. */
  async function bringBack(artist: ArtistCard, news: string): Promise<void> {
    await store.invalidate(['music_artists', 'music_events']);
    flushSync(() => {
      setDone({ text: news });
      setMarked(artist);
    });
  }
  const unmark = () => setMarked(null);
  return { note, setDone, marked, unmark, onDeleted, onFeatured };
}
