import type { Session } from '@supabase/auth-js';

type Claims = { aal?: string; session_id?: string };

/** True while the account's second factor was not shown in this session, which has no rights until then. */
export function needsCode({ access_token, user }: Session): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false;
  return hasFactor && claimsOf(access_token).aal !== 'aal2';
}

/** What an access token says, unchecked: the server checks it. A malformed one says nothing. */
export function claimsOf(token: string): Claims {
  const payload = token.split('.')[1] ?? '';
  try {
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
  } catch {
    return {};
  }
}
