/** Requests of those who change something. */

import type { PostgrestClient } from '@supabase/postgrest-js';
import { writingClient } from './client';
import { NOT_FOUND } from './connection';
import { type FailedOperation, NOTHING_WRITTEN, ServiceError, UNANSWERED } from './errors';
import { ANSWERED_BETWEEN } from './own-answer';
import { type Answer, type Ask, send } from './requests';
import { tellUnsureWrite } from './unsure-writes';

export async function readCount(operation: FailedOperation, ask: Ask): Promise<number> {
  return (await send(operation, ask)).count ?? 0;
}

/** The number of a save, by which all of it is undone; null when nothing was changed that is recorded. */
export type Transaction = number | null;

/** A row as the server keeps it, and the save that made it so. */
export type Saved<T> = { row: T; transaction: Transaction };

export async function write(operation: FailedOperation, ask: Ask): Promise<void> {
  await sendWrite(operation, ask);
}

/** A write of one row, which `ask` selects as `single()`: the response is the row as the server keeps it. */
export async function writeRow<T>(operation: FailedOperation, ask: Ask): Promise<T> {
  return (await saveRow<T>(operation, ask)).row;
}

/** As `writeRow`, with what undoes it. */
export async function saveRow<T>(operation: FailedOperation, ask: Ask): Promise<Saved<T>> {
  const { data, transaction } = await sendWrite(operation, async (db) => {
    const answer = await ask(db);
    return answer.error?.code === NOT_FOUND ? { ...answer, error: NO_ROW } : answer;
  });
  return { row: data as T, transaction };
}

/** What a person has to confirm, each by its `code`, before it is saved. See docs/protocol.md#saves. */
export type Unconfirmed<Q> = { questions: Q[] };

/** A call of a function that saves all of a form in one transaction. */
type Call = (db: PostgrestClient) => PromiseLike<Answer> & { rollback: () => PromiseLike<Answer> };

/** Saves all of a form of which nothing is asked. */
export async function saveWhole<T>(operation: FailedOperation, call: Ask): Promise<Saved<T>> {
  return (await sendWrite(operation, call)).data as Saved<T>;
}

/** Saves all of a form, or says what is asked first: that has not failed, and nothing is saved. */
export async function saveForm<T, Q>(
  operation: FailedOperation,
  call: Call,
): Promise<Saved<T> | Unconfirmed<Q>> {
  const { data } = await sendWrite(operation, async (db) => withQuestions(await call(db)));
  return data as Saved<T> | Unconfirmed<Q>;
}

/** What is asked about a form first; nothing is saved. Throws what saving it would. */
export async function readQuestions<Q>(operation: FailedOperation, call: Call): Promise<Q[]> {
  const { data } = await send(operation, async (db) => withQuestions(await call(db).rollback()));
  return (data as Partial<Unconfirmed<Q>>).questions ?? [];
}

function withQuestions(answer: Answer): Answer {
  const { code, details = '' } = answer.error ?? {};
  return code === UNCONFIRMED ? { ...answer, error: null, data: JSON.parse(details) } : answer;
}

/** A write that must touch a row, with what undoes it: a session that ended without notice touches none. */
export async function writeRows(operation: FailedOperation, ask: Ask): Promise<Transaction> {
  const { transaction } = await sendWrite(operation, async (db) => {
    const answer = await ask(db);
    const isLost = !answer.error && (answer.data as unknown[] | null)?.length === 0;
    return isLost ? { ...answer, error: NO_ROW } : answer;
  });
  return transaction;
}

/** Deletes a row by its id; what brings it back, with all that went along. */
export function deleteRow(
  operation: FailedOperation,
  table: 'music_artists' | 'music_events' | 'music_lineup' | 'music_people' | 'music_invitations',
  id: string,
): Promise<Transaction> {
  return writeRows(operation, (db) => db.from(table).delete().eq('id', id).select('id'));
}

/**
 * Asked before a write is sent: what its failure is then. Where there was no connection, nothing was sent; else it may be only
 * the answer that was lost, and what is on screen is read again.
 */
export function writeFailure(): (error: unknown) => unknown {
  const isConnected = globalThis.navigator?.onLine !== false;
  return (error) => {
    if (!(error instanceof ServiceError)) return error;
    const { status, message } = error;
    const isLost = status === ANSWERED_BETWEEN || (status === 0 && isConnected);
    if (!isLost) return error;
    tellUnsureWrite();
    return new ServiceError(UNANSWERED, message, status);
  };
}

async function sendWrite(operation: FailedOperation, ask: Ask) {
  const failed = writeFailure();
  let transaction: Transaction = null;
  const client = () =>
    writingClient((number) => {
      transaction = number;
    });
  try {
    return { ...(await send(operation, ask, undefined, client)), transaction };
  } catch (error) {
    throw failed(error);
  }
}

const UNCONFIRMED = 'PT428';

const NO_ROW = { code: NOTHING_WRITTEN, message: 'no row was written' };
