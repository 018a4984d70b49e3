import type { PostgrestClient } from '@supabase/postgrest-js';
import type { Counted } from '../queries/lists';
import { dataClient } from './client';
import { NOT_FOUND } from './connection';
import { type FailedOperation, logFailure, NOTHING_WRITTEN, ServiceError } from './errors';

type Answer = {
  data: unknown;
  count: number | null;
  status: number;
  error: { code: string; message: string } | null;
};

type Request = PromiseLike<Answer> & { abortSignal?: (signal: AbortSignal) => unknown };

type Ask = (db: PostgrestClient) => Request;

export async function readRows<T>(
  operation: FailedOperation,
  ask: Ask,
  signal?: AbortSignal,
): Promise<T[]> {
  return (await send(operation, ask, signal)).data as T[];
}

/** Some rows of a list, and how many it has in all: `ask` selects with `COUNTED`. */
export async function readPage<T>(
  operation: FailedOperation,
  ask: Ask,
  signal?: AbortSignal,
): Promise<Counted<T>> {
  const { data, count } = await send(operation, ask, signal);
  return { rows: data as T[], count: count ?? 0 };
}

export const COUNTED = { count: 'exact' } as const;

export async function readRow<T>(
  operation: FailedOperation,
  ask: Ask,
  signal?: AbortSignal,
): Promise<T> {
  return (await send(operation, ask, signal)).data as T;
}

export async function readCount(operation: FailedOperation, ask: Ask): Promise<number> {
  return (await send(operation, ask)).count ?? 0;
}

export async function write(operation: FailedOperation, ask: Ask): Promise<void> {
  await send(operation, ask);
}

/** A write of one row, which `ask` selects as `single()`: the response is the row as the server keeps it. */
export async function writeRow<T>(operation: FailedOperation, ask: Ask): Promise<T> {
  const answer = await send(operation, async (db) => {
    const answer = await ask(db);
    return answer.error?.code === NOT_FOUND ? { ...answer, error: NO_ROW } : answer;
  });
  return answer.data as T;
}

/** A write that must touch a row: a session that ended without notice touches none. */
export async function writeRows(operation: FailedOperation, ask: Ask): Promise<void> {
  await send(operation, async (db) => {
    const answer = await ask(db);
    const isLost = !answer.error && (answer.data as unknown[] | null)?.length === 0;
    return isLost ? { ...answer, error: NO_ROW } : answer;
  });
}

const NO_ROW = { code: NOTHING_WRITTEN, message: 'no row was written' };

/** Failures are logged; a request that its caller gave up on has not failed. */
async function send(operation: FailedOperation, ask: Ask, signal?: AbortSignal): Promise<Answer> {
  try {
    const request = ask(await dataClient());
    if (signal) request.abortSignal?.(signal);
    const answer = await request;
    const { error, status } = answer;
    if (error) throw new ServiceError(error.code ?? '', error.message, status);
    return answer;
  } catch (error) {
    if (!signal?.aborted) logFailure(operation, error);
    throw error;
  }
}
