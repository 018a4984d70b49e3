import { services } from '../../paths';
import { authClient } from '../client/client';
import { publishableKey } from '../client/connection';
import { ServiceError } from '../client/errors';
import type { Failure } from '../client/explain';
import { ownAnswer } from '../client/own-answer';
import type { Resource } from '../queries/query-store';
import { attemptAuth, dataOf } from './calls';
import { explainAuth } from './explain';

/** What an invitation is for, and whether it can be accepted. `invited_by` is the email of the admin who invites. */
export type Invitation = {
  state: 'open' | 'used' | 'withdrawn' | 'expired';
  ended_at: string | null;
  role: 'service_role' | 'contact' | 'owner';
  artist: { id: string; name: string } | null;
  email: string | null;
  invited_by: string | null;
};

type NewPerson = { email: string; password: string };

type Accepted = { session: { access_token: string; refresh_token: string } | null };

const NOT_FOUND = 'invitation_not_found';

/** The invitation that a link leads to; null if it leads to none. */
export function invitationResource(token: string): Resource<Invitation | null> {
  return {
    key: `invitation ${token}`,
    tables: [],
    load: async () => {
      try {
        return await call<Invitation>('/invitation', { token }, publishableKey());
      } catch (error) {
        if (error instanceof ServiceError && error.code === NOT_FOUND) return null;
        throw error;
      }
    },
  };
}

/** Accepts an invitation with a new account, in which the page is signed in then. */
export function acceptAsNew(token: string, person: NewPerson): Promise<Failure | null> {
  return accept(async () => {
    const body = { token, ...person };
    const { session } = await call<Accepted>('/invitation/accept', body, publishableKey());
    if (session) dataOf(await (await authClient()).setSession(session));
  });
}

/** Accepts an invitation with the account that is signed in. */
export function acceptAsMyself(token: string): Promise<Failure | null> {
  return accept(async () => {
    const client = await authClient();
    const { session } = dataOf(await client.getSession());
    await call<Accepted>('/invitation/accept', { token }, session?.access_token ?? '');
    // The rest of the page hears of it, and asks anew what the person may do.
    dataOf(await client.refreshSession());
  });
}

/** Null when it worked, otherwise the explanation. */
async function accept(work: () => Promise<void>): Promise<Failure | null> {
  let refused: ServiceError | null = null;
  const failure = await attemptAuth(async () => {
    try {
      await work();
    } catch (error) {
      if (error instanceof ServiceError) refused = error;
      throw error;
    }
  });
  return refused ? explained(refused) : failure;
}

const explained = (error: ServiceError) => BY_CODE[error.code] ?? explainAuth(error);

const BY_CODE: Record<string, Failure | undefined> = {
  email_exists: {
    field: 'email',
    message: 'This address has an account already. Sign in to accept.',
  },
  invitation_used: {
    message: 'This invitation has been used. If it was you, go on with the Admin button.',
  },
  invitation_withdrawn: { message: 'This invitation has been withdrawn. Ask for a new one.' },
  invitation_expired: { message: 'This invitation has expired. Ask for a new one.' },
  invitation_for_another: { message: 'This invitation is for another email address.' },
};

async function call<T>(path: string, body: object, bearer: string): Promise<T> {
  const sent = await fetch(`${services.auth}${path}`, {
    method: 'POST',
    headers: {
      apikey: publishableKey(),
      Authorization: `Bearer ${bearer}`,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  const answer = await ownAnswer(sent);
  const found = await answer.json();
  if (answer.ok) return found as T;
  throw new ServiceError(found.error_code ?? '', found.msg ?? found.message ?? '', answer.status);
}
