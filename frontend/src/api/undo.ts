/** Undoing changes: what the service answers, and what people read about it. See docs/protocol.md#changes. */

import { dataClient } from './client/client';
import { NOT_FOUND } from './client/connection';
import { logFailure, ServiceError } from './client/errors';
import { CONFLICT, explain, type Failure } from './client/explain';
import { readRow } from './client/requests';

/** A record as a change has left it, and as it is now; null where there is none. */
export type Versions = {
  table_name: string;
  row_id: string;
  after: Record<string, unknown> | null;
  now: Record<string, unknown> | null;
};

/** Why nothing was undone; with both versions when a later change would be lost. */
export type UndoFailure = Failure & { versions?: Versions };

const OPERATION = 'undoing a change failed';

/** Undoes all of these changes, or none; null when it worked. */
export async function undoChanges(ids: readonly number[]): Promise<UndoFailure | null> {
  try {
    const changes = (await dataClient()).from('music_changes');
    const { error, status } = await changes.insert(ids.map((undo) => ({ undo })));
    if (!error) return null;
    const refused = new ServiceError(error.code ?? '', error.message, status);
    logFailure(OPERATION, refused);
    const failure = explainUndo(refused);
    const isChanged = refused.code === CONFLICT && error.details;
    return isChanged ? { ...failure, versions: JSON.parse(error.details) as Versions } : failure;
  } catch (error) {
    logFailure(OPERATION, error);
    return explain(error);
  }
}

/** Brings a row back that was deleted, with all that went along; null when it worked. */
export function bringBack(
  table: 'music_artists' | 'music_events',
  id: string,
): Promise<UndoFailure | null> {
  return undoLast(table, id, 'delete');
}

/** Undoes the newest such change of a row; null when it worked. */
export async function undoLast(
  table: 'music_artists' | 'music_events' | 'music_settings',
  id: string,
  action: 'insert' | 'update' | 'delete',
): Promise<UndoFailure | null> {
  try {
    const newest = await readRow<{ id: number }>(OPERATION, (db) =>
      db
        .from('music_changes')
        .select('id')
        .eq('table_name', table)
        .eq('row_id', id)
        .eq('action', action)
        .order('id', { ascending: false })
        .limit(1)
        .single(),
    );
    return await undoChanges([newest.id]);
  } catch (error) {
    return explainUndo(error);
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
