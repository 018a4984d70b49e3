import type { Failure } from '../client/explain';
import { attemptAuthWrite, dataOf } from './calls';

/** Sends a link to the present email address and one to the new one: it changes once both were opened. */
export function requestEmailChange(email: string, current: string): Promise<Failure | null> {
  const change = { email, current_password: current };
  return attemptAuthWrite(async (client) => dataOf(await client.updateUser(change)));
}
