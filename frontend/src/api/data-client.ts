import { PostgrestClient } from '@supabase/postgrest-js';

type Identity = {
  key: string;
  accessToken: () => Promise<string | null>;
  endSession: () => Promise<void>;
};

export function createDataClient(url: string, identity: Identity): PostgrestClient {
  return new PostgrestClient(url, { fetch: fetchAs(identity) });
}

/** Sends each request as whoever is signed in at that moment, else as a visitor. */
export function fetchAs({ key, accessToken, endSession }: Identity): typeof fetch {
  const send = (input: RequestInfo | URL, init: RequestInit | undefined, bearer: string) => {
    const headers = new Headers(init?.headers);
    headers.set('apikey', key);
    headers.set('Authorization', `Bearer ${bearer}`);
    return fetch(input, { ...init, headers });
  };
  return async (input, init) => {
    const token = await accessToken();
    const response = await send(input, init, token ?? key);
    if (response.status !== 401 || token === null) return response;
    // The server ended this session: so do we, and what everybody may read is read as a visitor.
    await endSession();
    if (!isRead(init)) return response;
    await response.body?.cancel(); // An answer that nobody reads holds its connection.
    return send(input, init, key);
  };
}

function isRead(init: RequestInit | undefined): boolean {
  return ['GET', 'HEAD'].includes(init?.method ?? 'GET');
}
