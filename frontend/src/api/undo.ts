/** Undoing changes: what the service answers, and what people read about it. See docs/protocol.md#changes. */

import type { PostgrestClient, PostgrestSingleResponse } from '@supabase/postgrest-js';
import type { Done } from '../ui/list/done-note';
import { dataClient } from './client/client';
import { NOT_FOUND } from './client/connection';
import { logFailure, ServiceError } from './client/errors';
import { CONFLICT, explain, type Failure } from './client/explain';
import { type Transaction, writeFailure } from './client/writes';
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

type UndoRequest = (db: PostgrestClient) => PromiseLike<PostgrestSingleResponse<unknown>>;

const OPERATION = 'undoing a change failed';

/** Takes a save back, with all that it changed, or nothing; null when it worked. */
export function undoSave(transaction: Transaction): Promise<UndoFailure | null> {
  return attemptUndo((db) => db.rpc('undo', { transaction }));
}

/**
 * What is said of a save, with its Undo where something was changed. `onUndone` shows the site as it is then, and says so;
 * `say` puts up the reason when it cannot be undone.
 */
export function undoable(
  text: string,
  transaction: Transaction,
  say: (done: Done) => void,
  onUndone: () => Promise<void>,
): Done {
  if (transaction === null) return { text };
  const undo = async () => {
    const failed = await undoSave(transaction);
    if (failed) say(undoable(failed.message, transaction, say, onUndone));
    else await onUndone();
  };
  return { text, undo };
}

/** Undoes one change, with what went along with it; null when it worked. */
export function undoChange(id: number): Promise<UndoFailure | null> {
  return attemptUndo((db) => db.from('music_changes').insert({ undo: id }));
}

async function versionsIn(details: string): Promise<Versions> {
  const told = JSON.parse(details) as Omit<Versions, 'artists'>;
  const ids = [told.after?.artist_id, told.now?.artist_id].filter((id) => typeof id === 'string');
  return { ...told, artists: await findArtists(ids) };
}

async function attemptUndo(ask: UndoRequest): Promise<UndoFailure | null> {
  const failed = writeFailure();
  try {
    const { error, status } = await ask(await dataClient());
    if (!error) return null;
    const refused = new ServiceError(error.code ?? '', error.message, status);
    logFailure(OPERATION, refused);
    const failure = explainUndo(failed(refused));
    const isChanged = refused.code === CONFLICT && error.details;
    return isChanged ? { ...failure, versions: await versionsIn(error.details) } : failure;
  } catch (error) {
    logFailure(OPERATION, error);
    return explain(error);
  }
}

const TOO_OLD = 'This can no longer be undone: changes are kept for 30 days.';

const SENTENCES: Record<string, string | undefined> = {
  [CONFLICT]: 'Not undone: it has been changed since.',
  [NOT_FOUND]: TOO_OLD,
  PT404: TOO_OLD,
  '23503': 'Not undone: what it belonged to is gone. Bring that back first.',
};

function explainUndo(error: unknown): Failure {
  const sentence = error instanceof ServiceError && SENTENCES[error.code];
  return sentence ? { message: sentence } : explain(error);
}
