/** Undoing changes: what the service answers, and what people read about it. See docs/protocol.md#changes. */

import type { Done } from '../ui/list/done-note';
import { NOT_FOUND } from './client/connection';
import { ServiceError } from './client/errors';
import { CONFLICT, explain, type Failure } from './client/explain';
import type { Ask } from './client/requests';
import { type Transaction, write } from './client/writes';
import { type ChangedArtist, findArtists } from './queries/changed-rows';

/** A record as a change has left it, and as it is now; null where there is none. */
export type Versions = {
  table_name: string;
  row_id: string;
  after: Record<string, unknown> | null;
  now: Record<string, unknown> | null;
  /** The artists of both, by their ids. */
  artists: ReadonlyMap<string, ChangedArtist>;
};

/** Why nothing was undone; with both versions when a later change would be lost. */
export type UndoFailure = Failure & { versions?: Versions };

/** Shows the site as it is without what was undone, and says so. */
type OnUndone = () => Promise<void>;

/** Takes a save back, with all that it changed, or nothing; null when it worked. */
export function undoSave(transaction: Transaction, onUndone: OnUndone) {
  return attemptUndo((db) => db.rpc('undo', { transaction }), onUndone);
}

/** What is said of a save, with its Undo where something was changed; `say` puts up the reason when it cannot be undone. */
export function undoable(
  text: string,
  transaction: Transaction,
  say: (done: Done) => void,
  onUndone: OnUndone,
): Done {
  if (transaction === null) return { text };
  const undo = async () => {
    const failed = await undoSave(transaction, onUndone);
    if (failed) say(undoable(failed.message, transaction, say, onUndone));
  };
  return { text, undo };
}

/** Undoes one change, with what went along with it; null when it worked. */
export function undoChange(id: number, onUndone: OnUndone) {
  return attemptUndo((db) => db.from('music_changes').insert({ undo: id }), onUndone);
}

async function versionsIn(details: string): Promise<Versions> {
  const told = JSON.parse(details) as Omit<Versions, 'artists'>;
  const ids = [told.after?.artist_id, told.now?.artist_id].filter((id) => typeof id === 'string');
  return { ...told, artists: await findArtists(ids) };
}

async function attemptUndo(ask: Ask, onUndone: OnUndone): Promise<UndoFailure | null> {
  try {
    await write('undoing a change failed', ask);
    await onUndone();
    return null;
  } catch (error) {
    return explainUndo(error).catch(explain);
  }
}

const TOO_OLD = 'This can no longer be undone: changes are kept for 30 days.';

const SENTENCES: Record<string, string | undefined> = {
  [CONFLICT]: 'Not undone: it has been changed since.',
  [NOT_FOUND]: TOO_OLD,
  PT404: TOO_OLD,
  '23503': 'Not undone: what it belonged to is gone. Bring that back first.',
};

async function explainUndo(error: unknown): Promise<UndoFailure> {
  if (!(error instanceof ServiceError)) return explain(error);
  const { code, details } = error;
  const sentence = SENTENCES[code];
  const failure = sentence ? { message: sentence } : explain(error);
  return code === CONFLICT && details
    ? { ...failure, versions: await versionsIn(details) }
    : failure;
}
