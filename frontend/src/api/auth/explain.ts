import { ServiceError } from '../client/errors';
import { explain, type Failure } from '../client/explain';
import { isBetween, NOT_OURS } from '../client/own-answer';

type Refused = {
  name: string;
  code?: string | undefined;
  status?: number | undefined;
  message: string;
};

/**
 * Explains a refusal of the session service to the person. The keys are its values of `error_code`. `failed` says what it is
 * to a write.
 */
export function explainAuth(
  refused: Refused,
  failed: (error: unknown) => unknown = (error) => error,
): Failure {
  const { code, message } = refused;
  // The service's own sentence names the rule that the password breaks.
  if (code === 'weak_password') return { field: 'password', message };
  const known = BY_CODE[code ?? ''];
  return known ?? explain(failed(asServiceError(refused)));
}

function asServiceError({ name, code = 'unknown', status = 0, message }: Refused): ServiceError {
  // Of an answer that may pass, the client keeps no code.
  if (status && isBetween(status)) return new ServiceError(NOT_OURS, message, status);
  // The client has an error of its own for a session that the service no longer knows.
  const isMissing = name === 'AuthSessionMissingError';
  return new ServiceError(isMissing ? 'session_not_found' : code, message, status);
}

const BY_CODE: Record<string, Failure | undefined> = {
  same_password: {
    field: 'password',
    message: 'This is your current password. Choose a different one.',
  },
  current_password_invalid: { field: 'current', message: 'This is not your current password.' },
  // Without the current password, a new one is accepted only for a few minutes after a link was opened.
  current_password_required: {
    kind: 'expired',
    message: 'You opened the link too long ago, so your password was not changed.',
  },
  invalid_credentials: { field: 'password', message: 'This is not your password.' },
  conflict: { message: 'Your password was just changed somewhere else. Sign in again.' },
  insufficient_aal: {
    message: 'This account has a second factor. Sign in again, with its code.',
  },
  mfa_verification_failed: { field: 'code', message: 'That code is not right.' },
  mfa_challenge_expired: { field: 'code', message: 'That took too long.' },
  otp_expired: { kind: 'expired', message: 'This link has expired or was already used.' },
  // An email address is the only thing we send that can have a wrong form.
  validation_failed: {
    field: 'email',
    message: 'Enter a complete email address, such as name@example.com.',
  },
  user_banned: {
    message: 'This account has been blocked. Contact the administrator of this site.',
  },
  email_provider_disabled: {
    message: 'This site cannot send email yet. Contact its administrator.',
  },
  email_exists: { message: 'Another account already uses this email address.' },
  over_email_send_rate_limit: {
    message:
      'An email is already on its way. Check your inbox and spam folder, or try again later.',
  },
};
