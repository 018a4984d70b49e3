import { useState } from 'react';
import { can } from '../account/can';
import { useSession } from '../account/session/session';
import type { Artist } from '../types';
import { lazyComponent } from '../ui/lazy-component';
import { Alert } from '../ui/message/alert';
import { AddArtist } from './add-artist';
import { EditArtist } from './edit-artist';
import { ManageArtists } from './manage-artists';
import { ManageEvents } from './manage-events';
import { TablesPane } from './tables-pane';

const SeveralAtOnce = lazyComponent(
  async () => (await import('./further-sections')).SeveralAtOnce,
  <Alert message="The import could not be loaded. Reload the page." />,
);

type Shown =
  | { what: 'lists'; edited?: string; saved?: string; wasImporting?: boolean }
  | { what: 'edit'; artist: Artist; unfinished?: string }
  | { what: 'import' };

/** What admins and music contacts work on: the lists, or in their place one artist's form or a table. */
export function Panes() {
  const session = useSession();
  const [shown, setShown] = useState<Shown>({ what: 'lists' });
  if (shown.what === 'edit') {
    const { id, name } = shown.artist;
    return (
      <EditArtist
        artist={shown.artist}
        unfinished={shown.unfinished}
        onCancel={() => setShown({ what: 'lists', edited: id })}
        onSaved={() => setShown({ what: 'lists', edited: id, saved: `Saved ${name}.` })}
      />
    );
  }
  if (shown.what === 'import') {
    return (
      <div data-section="dates">
        <SeveralAtOnce onClose={() => setShown({ what: 'lists', wasImporting: true })} />
      </div>
    );
  }
  return (
    <>
      <AddArtist
        onUnfinished={(artist, unfinished) => setShown({ what: 'edit', artist, unfinished })}
      />
      <div data-section="dates">
        <ManageEvents />
        {can.changeEvents(session) && (
          <TablesPane
            wasOpen={shown.wasImporting ?? false}
            canImportArtists={can.changeArtists(session)}
            onImport={() => setShown({ what: 'import' })}
          />
        )}
      </div>
      <div data-section="artists">
        <ManageArtists
          lastEdited={shown.edited ?? null}
          saved={shown.saved ?? ''}
          onEdit={(artist) => setShown({ what: 'edit', artist })}
        />
      </div>
    </>
  );
}
