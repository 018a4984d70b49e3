import { useState } from 'react';
import { can } from '../account/can';
import { useSession } from '../account/session';
import { artistSearch, artistsResource } from '../api/artists';
import { useStore } from '../api/query-store';
import type { Artist } from '../types';
import { Empty } from '../ui/list/empty';
import { LoadFailure } from '../ui/list/load-failure';
import { ShowMore } from '../ui/list/show-more';
import { ArtistRow } from './artist-row';
import { ListSearch, useSearchedList } from './list-search';
import { OnlyFor, Pane } from './pane';

type Props = {
  /** The artist whose form was just closed. */
  lastEdited: string | null;
  /** What its save has to say. */
  saved: string;
  onEdit: (artist: Artist) => void;
};

export function ManageArtists({ lastEdited, saved, onEdit }: Props) {
  const store = useStore();
  const session = useSession();
  const [said, setSaid] = useState(saved);
  const { data, error, resource, isSearched, field } = useSearchedList(
    artistsResource,
    artistSearch,
    'always',
  );
  return (
    <Pane title="Manage Artists">
      {session.isChecked && !can.changeArtists(session) && (
        <OnlyFor>
          Only admins can feature or delete artists. Only admins and the artist can save changes.
        </OnlyFor>
      )}
      <p className="form__note" role="status">
        {said}
      </p>
      <ListSearch label="Search artists" field={field} />
      {data?.rows.length === 0 && (
        <Empty title={isSearched ? 'No artists found.' : 'No artists yet.'} />
      )}
      {!data && error !== undefined && (
        <LoadFailure what="The artists" onRetry={() => void store.load(resource)} />
      )}
      {data && data.rows.length > 0 && (
        <ShowMore
          key={resource.key}
          what="artists"
          hasMore={data.hasMore}
          onMore={() => store.more(resource)}
          onSay={setSaid}
        >
          <ul className="rows">
            {data.rows.map((artist) => (
              <ArtistRow
                key={artist.id}
                artist={artist}
                wasEdited={artist.id === lastEdited}
                onEdit={onEdit}
                onSay={setSaid}
              />
            ))}
          </ul>
        </ShowMore>
      )}
    </Pane>
  );
}
