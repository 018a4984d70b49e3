import { can } from '../session/can';
import { useSession } from '../session/session';
import type { Artist } from '../types';
import { Empty } from '../ui/empty';
import { ArtistRow } from './artist-row';
import { OnlyFor, Pane } from './pane';
import './rows.css';

type Props = {
  artists: Artist[];
  /** The artist whose editor has just closed. */
  lastEdited: string | null;
  onEdit: (artist: Artist) => void;
};

export function ManageArtists({ artists, lastEdited, onEdit }: Props) {
  const session = useSession();
  return (
    <Pane title="Manage Artists">
      {session.isChecked && !can.changeArtists(session) && (
        <OnlyFor>
          Only admins can feature or delete artists, and only an admin or the artist can save an
          edit.
        </OnlyFor>
      )}
      {artists.length === 0 && <Empty title="No artists yet." />}
      <ul className="rows">
        {artists.map((artist) => (
          <ArtistRow
            key={artist.id}
            artist={artist}
            wasEdited={artist.id === lastEdited}
            onEdit={() => onEdit(artist)}
          />
        ))}
      </ul>
    </Pane>
  );
}
