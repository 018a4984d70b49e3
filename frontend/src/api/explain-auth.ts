import type { AuthError } from '@supabase/auth-js';
import { ServiceError } from './errors';
import { explain, type Failure } from './explain';

/** What a refusal of the session service means to the person. Codes: wire protocol, `error_code`. */
export function explainAuth({ name, code, status = 0, message }: AuthError): Failure {
  // The service's own sentence says which rule the password breaks.
  if (code === 'weak_password') return { field: 'password', message };
  const known = BY_CODE[code ?? ''];
  if (known) return known;
  // The client has its own error for a session that the service no longer knows.
  const told = name === 'AuthSessionMissingError' ? 'session_not_found' : (code ?? 'unknown');
  return explain(new ServiceError(told, message, status));
}

const BY_CODE: Record<string, Failure | undefined> = {
  same_password: {
    field: 'password',
    message: 'This is the password you have now. Choose another one.',
  },
  current_password_invalid: { field: 'current', message: 'This is not your current password.' },
  // Without it a password is set only for some minutes after a link was followed.
  current_password_required: {
    kind: 'expired',
    message: 'The link was followed too long ago. The password was not changed.',
  },
  conflict: { message: 'The password was changed somewhere else in the meantime. Sign in again.' },
  insufficient_aal: {
    message:
      'This account has a second factor, which is not asked for here. Ask whoever runs this site.',
  },
  otp_expired: { kind: 'expired', message: 'This link was used already, or is too old.' },
  // Of all that is sent, only an address can be of a wrong form.
  validation_failed: { field: 'email', message: 'Enter a full email address.' },
  user_banned: { message: 'This account may not sign in. Ask whoever runs this site.' },
  email_exists: { message: 'This address belongs to another account by now.' },
  over_email_send_rate_limit: {
    message: 'A mail was asked for a moment ago. Wait a minute, then try again.',
  },
};
