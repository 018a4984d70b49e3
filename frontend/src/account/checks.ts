/** Says what is wrong with an email address; undefined if it may be one. */
export function checkEmail(email: string): string | undefined {
  if (!email.trim()) return 'Enter your email address.';
  return /^\S+@\S+$/.test(email.trim())
    ? undefined
    : 'Enter a complete email address, such as name@example.com.';
}

/** The one rule that the page knows beforehand. Characters are counted as on the server, however a keyboard composed them. */
export function checkNewPassword(password: string, minimum: number): string | undefined {
  if (!password) return 'Enter a new password.';
  const length = [...password.normalize('NFC')].length;
  return length < minimum
    ? `Use at least ${minimum} characters. This one has ${length}.`
    : undefined;
}
