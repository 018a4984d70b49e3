import type { PostgrestClient } from '@supabase/postgrest-js';
import type { Counted } from '../queries/lists';
import { dataClient } from './client';
import { type FailedOperation, logFailure, ServiceError } from './errors';

export type Answer = {
  data: unknown;
  count: number | null;
  status: number;
  error: { code: string; message: string; details?: string; hint?: string | null } | null;
};

type Request = PromiseLike<Answer> & { abortSignal?: (signal: AbortSignal) => unknown };

export type Ask = (db: PostgrestClient) => Request;

/** Who asks: the person who is signed in, or a visitor. */
export type Client = () => Promise<PostgrestClient>;

export async function readRows<T>(
  operation: FailedOperation,
  signal: AbortSignal | undefined,
  ask: Ask,
  client?: Client,
): Promise<T[]> {
  return (await send(operation, ask, signal, client)).data as T[];
}

/** Some rows of a list, and how long it is, as far as the service counts: `ask` selects with `COUNTED`. */
export async function readPage<T>(
  operation: FailedOperation,
  signal: AbortSignal | undefined,
  ask: Ask,
  client?: Client,
): Promise<Counted<T>> {
  const { data, count } = await send(operation, ask, signal, client);
  return { rows: data as T[], count: count ?? 0 };
}

/** Beyond 500 rows the service only says that there are more. See docs/protocol.md#data-requests. */
export const COUNTED = { count: 'estimated' } as const;

export async function readRow<T>(
  operation: FailedOperation,
  signal: AbortSignal | undefined,
  ask: Ask,
): Promise<T> {
  return (await send(operation, ask, signal)).data as T;
}

/** Failures are logged; a request that its caller gave up on has not failed. */
export async function send(
  operation: FailedOperation,
  ask: Ask,
  signal?: AbortSignal,
  client: Client = dataClient,
): Promise<Answer> {
  try {
    const request = ask(await client());
    if (signal) request.abortSignal?.(signal);
    const answer = await request;
    if (!answer.error) return answer;
    const { code, message, hint, details } = answer.error;
    throw new ServiceError(code ?? '', message, answer.status, hint, details);
  } catch (error) {
    if (!signal?.aborted) logFailure(operation, error);
    throw error;
  }
}
