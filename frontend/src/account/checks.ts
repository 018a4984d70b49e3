import type { Refusal } from '../ui/form/use-form';

/** Says what is wrong with an email address; undefined if it may be one. */
export function checkEmail(email: string): string | undefined {
  if (!email.trim()) return 'Enter your email address.';
  return /^\S+@\S+$/.test(email.trim())
    ? undefined
    : 'Enter a complete email address, such as name@example.com.';
}

export function checkPassword(password: string): string | undefined {
  return password ? undefined : 'Enter your password.';
}

/** The one rule that the page knows beforehand. Characters are counted as on the server, however a keyboard composed them. */
export function checkNewPassword(password: string, minimum: number): string | undefined {
  if (!password) return 'Enter a new password.';
  const length = [...password.normalize('NFC')].length;
  return length < minimum
    ? `Use at least ${minimum} characters. This one has ${length}.`
    : undefined;
}

/** How many digits an authenticator app shows. */
export const DIGITS = 6;

/** The digits in what was typed or pasted, such as '418 021'. */
export function digitsOf(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, DIGITS);
}

export function checkCode(code: string, isRecovery: boolean): string | undefined {
  if (isRecovery) return code.trim() ? undefined : 'Enter one of the ten codes that you kept.';
  return code.length === DIGITS ? undefined : 'Enter the six digits that your app shows.';
}

/** A refusal of a code, with what to do about it. */
export function wrongCode(refusal: Refusal, isRecovery: boolean): Refusal {
  const advice = isRecovery
    ? 'It may have been used before.'
    : 'Wait for the next one, and check that the clock of your phone is right.';
  return { ...refusal, message: `${refusal.message} ${advice}` };
}
