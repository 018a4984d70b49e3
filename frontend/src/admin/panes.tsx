import { useRef, useState } from 'react';
import { can } from '../account/can';
import { useSession } from '../account/session/session';
import type { Choice } from '../events/edit/event-form';
import type { Artist } from '../types';
import { Button } from '../ui/button';
import { BACK } from '../ui/icons';
import { lazyComponent } from '../ui/parts/lazy-component';
import { Part } from '../ui/parts/part';
import { AddArtist } from './add-artist';
import { EditArtist } from './edit-artist';
import { ExportPane } from './export-pane';
import { ManageArtists, type SavedArtist } from './manage-artists';
import { type AddDate, ManageEvents } from './manage-events';
import { Pane } from './pane';

const SeveralAtOnce = lazyComponent(
  async () => (await import('./further-sections')).SeveralAtOnce,
  'The import',
);

/** The artist whose form was closed, and where the row stood before it was opened. */
type Edited = { id: string; top: number | undefined };

type Shown =
  | { what: 'lists'; edited?: Edited; saved?: SavedArtist; wasImporting?: boolean }
  | { what: 'edit'; artist: Artist; top: number | undefined }
  | { what: 'import' };

type Props = {
  /** Below somebody's own page: what is said above it holds for all of it, and their dates are on that page. */
  isFolded?: boolean;
  /** Leads to the invitation of an artist's owner. */
  onInvite?: (artist: Choice) => void;
};

/** What admins and music contacts work on: the lists, or in their place one artist's form or a table. */
export function Panes({ isFolded = false, onInvite }: Props) {
  const session = useSession();
  const [shown, setShown] = useState<Shown>({ what: 'lists' });
  const artistSearch = useRef('');
  const addDate = useRef<AddDate>(null);
  if (shown.what === 'edit') {
    const { artist, top } = shown;
    const edited = { id: artist.id, top };
    return (
      <EditArtist
        artist={artist}
        onCancel={() => setShown({ what: 'lists', edited })}
        onSaved={({ transaction }) =>
          setShown({ what: 'lists', edited, saved: { artist, transaction } })
        }
      />
    );
  }
  if (shown.what === 'import') {
    const close = () => setShown({ what: 'lists', wasImporting: true });
    return (
      <div data-section="dates">
        <Pane title="Several at once" onBack={close}>
          <Button className="back-button" look="quiet" icon={BACK} onClick={close}>
            All dates
          </Button>
          <SeveralAtOnce onClose={close} />
        </Pane>
      </div>
    );
  }
  return (
    <>
      <Part>
        <AddArtist
          isExplained={!isFolded}
          onAddDate={can.changeEvents(session) ? (artist) => addDate.current?.(artist) : undefined}
          onInvite={can.changePeople(session) ? onInvite : undefined}
        />
      </Part>
      {!isFolded && (
        <div data-section="dates">
          <Part>
            <ManageEvents
              addDate={addDate}
              wasImporting={shown.wasImporting ?? false}
              onImport={() => setShown({ what: 'import' })}
            />
          </Part>
          {can.changeEvents(session) && <ExportPane />}
        </div>
      )}
      <div data-section="artists">
        <Part>
          <ManageArtists
            isExplained={!isFolded}
            lastEdited={shown.edited ?? null}
            saved={shown.saved}
            search={artistSearch}
            onEdit={(artist, top) => setShown({ what: 'edit', artist, top })}
          />
        </Part>
      </div>
    </>
  );
}
