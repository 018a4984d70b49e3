import type { PostgrestClient } from '@supabase/postgrest-js';
import { dataClient } from './client';
import { type FailedOperation, logFailure, NOTHING_WRITTEN, ServiceError } from './errors';

type Answer = {
  data: unknown;
  count: number | null;
  status: number;
  error: { code: string; message: string } | null;
};

type Ask = (db: PostgrestClient) => PromiseLike<Answer>;

export async function readRows<T>(operation: FailedOperation, ask: Ask): Promise<T[]> {
  return (await request(operation, ask)).data as T[];
}

export async function readRow<T>(operation: FailedOperation, ask: Ask): Promise<T> {
  return (await request(operation, ask)).data as T;
}

export async function readCount(operation: FailedOperation, ask: Ask): Promise<number> {
  return (await request(operation, ask)).count ?? 0;
}

export async function write(operation: FailedOperation, ask: Ask): Promise<void> {
  await request(operation, ask);
}

/** A write that must touch a row: a session that ended silently is answered with none. */
export async function writeRows(operation: FailedOperation, ask: Ask): Promise<void> {
  await request(operation, async (db) => {
    const answer = await ask(db);
    const isLost = !answer.error && (answer.data as unknown[] | null)?.length === 0;
    const error = { code: NOTHING_WRITTEN, message: 'no row was written' };
    return isLost ? { ...answer, error } : answer;
  });
}

async function request(operation: FailedOperation, ask: Ask): Promise<Answer> {
  try {
    const answer = await ask(await dataClient());
    const { error, status } = answer;
    if (error) throw new ServiceError(error.code ?? '', error.message, status);
    return answer;
  } catch (error) {
    logFailure(operation, error);
    throw error;
  }
}
