import { can } from '../../account/can';
import type { Session } from '../../account/session/session-state';
import type { ChangedTable, ToldChange, Version } from '../../api/changes';
import type { Save } from '../../api/saves';
import { withoutFocus } from '../../pictures';

/** What owners may say on their page; the rest of an artist is for admins. */
const OF_OWNERS = new Set([
  'name',
  'genre',
  'latest_song',
  'bio',
  'website',
  'social_instagram',
  'social_twitter',
  'image',
  'image_alt',
  'credit',
]);

/** Whether a person may make the opposite of a save that they see. The server decides in the end. */
export function canUndo(session: Session, { kinds, changes, isWhole }: Save): boolean {
  if (can.undoEverything(session)) return true;
  if (kinds.every(({ table_name }) => isOfDates(table_name))) return true;
  return isWhole && changes.every((change) => canChangeBack(session, change));
}

const isOfDates = (table: ChangedTable) => table === 'music_events' || table === 'music_lineup';

function canChangeBack({ owns = [] }: Session, change: ToldChange): boolean {
  const { table_name, action, artist_id, row_id } = change;
  if (isOfDates(table_name)) return true;
  if (table_name === 'music_links') return owns.includes(artist_id ?? '');
  return (
    table_name === 'music_artists' &&
    action === 'update' &&
    owns.includes(row_id) &&
    Object.keys(change.after ?? {}).every((column) => OF_OWNERS.has(column)) &&
    isOwnersPicture(row_id, change.before ?? {}, change.after ?? {})
  );
}

/** Owners choose among what was uploaded for their artist, and how the picture is cut. */
function isOwnersPicture(id: string, before: Version, after: Version): boolean {
  if (!('image' in after)) return true;
  const [address] = withoutFocus(String(before.image));
  const [, folder = ''] = /^\/storage\/v1\/object\/public\/artists\/([^/]+)\//.exec(address) ?? [];
  // An id with letters that no folder can have is stored as a digest.
  const isOwn = folder === id || folder.startsWith('u-');
  return isOwn || address === withoutFocus(String(after.image))[0];
}
