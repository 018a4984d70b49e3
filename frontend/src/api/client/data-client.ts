import { PostgrestClient } from '@supabase/postgrest-js';

/** A visitor has no session. */
type Identity = {
  key: string;
  accessToken?: () => Promise<string | null>;
  endSession?: () => Promise<void>;
};

export function createDataClient(url: string, identity: Identity): PostgrestClient {
  return new PostgrestClient(url, { fetch: fetchAs(identity) });
}

/** A `fetch` that sends each request as the person who is signed in at that moment, or as a visitor. */
export function fetchAs({ key, accessToken, endSession }: Identity): typeof fetch {
  const send = (input: RequestInfo | URL, init: RequestInit | undefined, bearer: string) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', key);
    headers.set('Authorization', `Bearer ${bearer}`);
    return fetch(input, { ...init, headers });
  };
  return async (input, init) => {
    const token = (await accessToken?.()) ?? null;
    const response = await send(input, init, token ?? key);
    if (response.status !== 401) return response;
    // The server has ended this session, or the browser has lost it. We end it too, and repeat a read as a visitor.
    await endSession?.();
    if (token === null || !isRead(init)) return response;
    await response.body?.cancel(); // An unread response would keep its connection.
    return send(input, init, key);
  };
}

function isRead(init: RequestInit | undefined): boolean {
  return ['GET', 'HEAD'].includes(init?.method ?? 'GET');
}
