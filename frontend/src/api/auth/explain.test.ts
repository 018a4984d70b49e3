import {
  AuthApiError,
  AuthRetryableFetchError,
  AuthSessionMissingError,
  AuthWeakPasswordError,
} from '@supabase/auth-js';
import { expect, test } from 'vitest';
import { explainAuth } from './explain';

const refused = (status: number, code: string | undefined, message = 'words of the service') =>
  explainAuth(new AuthApiError(message, status, code));

test.each([
  ['same_password', 422, 'password', /your current password\. Choose a different one/],
  ['current_password_invalid', 400, 'current', /not your current password/],
  ['validation_failed', 400, 'email', /complete email address/],
])('%s names its field', (code, status, field, message) => {
  expect(refused(status, code)).toMatchObject({ field, message: expect.stringMatching(message) });
});

test.each([
  ['otp_expired', 403, 'expired', /has expired or was already used/],
  ['current_password_required', 400, 'expired', /too long ago/],
  ['session_not_found', 403, 'session', /session has ended/],
  ['bad_jwt', 403, 'session', /session has ended/],
  ['over_email_send_rate_limit', 429, undefined, /already on its way/],
  ['over_request_rate_limit', 429, undefined, /Too many attempts/],
  ['email_provider_disabled', 422, undefined, /cannot send email yet/],
  ['conflict', 409, undefined, /changed somewhere else/],
  ['insufficient_aal', 401, undefined, /second factor/],
  ['unexpected_failure', 500, undefined, /Something went wrong/],
  ['something_new', 400, 'refused', /This was not accepted: words of the service/],
  [undefined, 400, 'refused', /This was not accepted: words of the service/],
])('%s is explained', (code, status, kind, message) => {
  expect(refused(status, code).message).toMatch(message);
  expect(refused(status, code).kind).toBe(kind);
});

test('a weak password is refused with the service’s own sentence, at its field', () => {
  const message = 'Password should be at least 15 characters.';
  const error = new AuthWeakPasswordError(message, 422, ['length']);
  expect(explainAuth(error)).toEqual({ field: 'password', message });
});

test('a session that the client misses has ended', () => {
  expect(explainAuth(new AuthSessionMissingError())).toMatchObject({ kind: 'session' });
});

test.each([
  [0, /could not be reached/],
  [503, /Something went wrong/],
  [502, /^Failed to fetch$/],
  [504, /^Failed to fetch Nothing is lost: try again in a moment\.$/],
])('no answer, or one of %d, is no refusal', (status, message) => {
  expect(explainAuth(new AuthRetryableFetchError('Failed to fetch', status)).message).toMatch(
    message,
  );
});
