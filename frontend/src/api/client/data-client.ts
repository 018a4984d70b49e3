import { PostgrestClient } from '@supabase/postgrest-js';
import { notOurs, ownAnswer, REFUSED_BETWEEN, UNREACHABLE } from './own-answer';

/** A visitor has no session. */
type Identity = {
  key: string;
  accessToken?: () => Promise<string | null>;
  /** A new token in the place of one that has run out; null when the session has ended. */
  renewedToken?: () => Promise<string | null>;
  endSession?: () => Promise<void>;
};

/** `onSaved` is told the number of the transaction of each write that has changed something. */
export function createDataClient(
  url: string,
  identity: Identity,
  onSaved?: (transaction: number) => void,
): PostgrestClient {
  const send = fetchAs(identity);
  const telling: typeof fetch = async (input, init) => {
    const response = await send(input, init);
    const transaction = response.headers.get('Marquee-Transaction');
    if (transaction) onSaved?.(Number(transaction));
    return response;
  };
  return new PostgrestClient(url, { fetch: onSaved ? telling : send });
}

/** A `fetch` that sends each request as the person who is signed in at that moment, or as a visitor. */
export function fetchAs(identity: Identity): typeof fetch {
  const { key, accessToken, renewedToken, endSession } = identity;
  const send = async (input: RequestInfo | URL, init: RequestInit | undefined, bearer: string) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', key);
    headers.set('Authorization', `Bearer ${bearer}`);
    return ownAnswer(await fetch(input, { ...init, headers }), init);
  };
  const sendAs = async (input: RequestInfo | URL, init: RequestInit | undefined) => {
    const token = (await accessToken?.().catch(notRenewed)) ?? null;
    const response = await send(input, init, token ?? key);
    if (response.status !== 401) return response;
    // By a clock that was set back, the browser takes a token for good that has run out.
    const isOver = token !== null && (await hasRunOut(response));
    const renewed = isOver && (await renewedToken?.().catch(notRenewed));
    if (renewed) return send(input, init, renewed);
    // The server has ended this session, or the browser has lost it. We end it too, and repeat a read as a visitor.
    await endSession?.();
    if (token === null || !isRead(init)) return response;
    await response.body?.cancel(); // An unread response would keep its connection.
    return send(input, init, key);
  };
  return (input, init) =>
    sendAs(input, init).catch((error: unknown) => {
      if (error instanceof NotRenewed) return notOurs(REFUSED_BETWEEN, NOT_RENEWED);
      // The data client would try three times more, for seven seconds, before it says so.
      if (error instanceof TypeError && isRead(init) && !navigator.onLine)
        return notOurs(REFUSED_BETWEEN, UNREACHABLE);
      throw error;
    });
}

/** The session is there, but nobody answered when its token was to be renewed: nothing was sent, or nothing done. */
class NotRenewed extends Error {}

const NOT_RENEWED =
  'The site could not be reached to renew your sign-in, and nothing was changed. Check your connection and try again.';

function notRenewed(): never {
  throw new NotRenewed();
}

/** Nothing is done with such a token: a write may be sent again with another. */
async function hasRunOut(response: Response): Promise<boolean> {
  const { message } = (await response.clone().json()) as { message?: string };
  return message === 'JWT expired';
}

function isRead(init: RequestInit | undefined): boolean {
  return ['GET', 'HEAD'].includes(init?.method ?? 'GET');
}
