/**
 * Answers that are not of the site's services: of a proxy, a firewall, or a public network that wants a sign-in. They say
 * nothing of what was asked, least of all that a session has ended.
 */

/** The code of an answer of something else, whose message is written for the person. */
export const NOT_OURS = 'not_ours';

/**
 * As which it is handed on: to the clients of the services, a 502 is no refusal, and may be tried again. The services have
 * none of their own, nor a 504: of what something else answered as if it were done, or failed at, nobody knows what the
 * site did.
 */
export const REFUSED_BETWEEN = 502;
export const ANSWERED_BETWEEN = 504;

export const UNREACHABLE = 'The site could not be reached. Check your connection and try again.';

type Request = { method?: string | undefined; headers?: HeadersInit | undefined };

/** `response` when it is of a service, which answers with JSON or CSV and refuses with a code of its own. */
export async function ownAnswer(response: Response, request: Request = {}): Promise<Response> {
  // Without a body there is nothing to know it by.
  if (request.method === 'HEAD') return response;
  if (response.ok ? hasContent(response, request) : await isRefusal(response)) return response;
  await response.body?.cancel(); // An unread response would keep its connection.
  const { ok, status } = response;
  const refusal = BY_STATUS[status] ?? (ok || status >= 500 ? null : refusedWith(status));
  return refusal === null
    ? notOurs(
        ANSWERED_BETWEEN,
        `Something between you and the site answered in its place (${status}).`,
      )
    : notOurs(REFUSED_BETWEEN, refusal);
}

/** Whether no service, or something else, gave an answer of this status. */
export const isBetween = (status: number | undefined) =>
  !status || status === REFUSED_BETWEEN || status === ANSWERED_BETWEEN;

/** As a service would answer it. */
export function notOurs(status: number, message: string): Response {
  return Response.json({ code: NOT_OURS, error_code: NOT_OURS, message }, { status });
}

function hasContent({ status, headers }: Response, request: Request): boolean {
  if (mayBeEmpty(status, request)) return true;
  const type = headers.get('Content-Type') ?? '';
  return headers.get('Content-Length') !== '0' && /\bjson\b|^text\/csv\b/.test(type);
}

/** A row that was added comes back only where it is asked for. */
function mayBeEmpty(status: number, { headers }: Request): boolean {
  if (status === 204) return true;
  const prefer = new Headers(headers).get('Prefer') ?? '';
  return status === 201 && !prefer.includes('return=representation');
}

async function isRefusal(response: Response): Promise<boolean> {
  try {
    const { code, error_code } = await response.clone().json();
    return typeof code === 'string' || typeof error_code === 'string';
  } catch {
    return false;
  }
}

const refusedWith = (status: number) =>
  `Something between you and the site refused this (${status}): a firewall, or a network that wants you to sign in. Try another network, or tell whoever runs the site.`;

const BY_STATUS: Record<number, string | undefined> = {
  413: 'This is larger than a server in front of the site lets through (413). Make it smaller, or tell whoever runs the site.',
  429: 'A server in front of the site takes no more requests for now (429). Wait a minute, then try again.',
  511: 'This network wants you to sign in to it first (511). Open any page in a new tab, sign in there, then try again.',
};
