import type { Saved } from '../../api/client/writes';
import type { Store } from '../../api/queries/query-store';
import { undoable } from '../../api/undo';
import type { Artist } from '../../types';
import { tellDone } from '../../ui/message/tell-done';

/** Says on the page that an artist is saved, with what takes it back. */
export function tellSaved(store: Store, { row, transaction }: Saved<Artist>, before: Artist): void {
  const showUndone = async () => {
    await store.invalidate(['music_artists']);
    tellDone({ text: `${before.name} is as it was.` });
  };
  tellDone(undoable(`Saved ${row.name}.`, transaction, tellDone, showUndone));
}
