/** What is wrong with an address; nothing where it may be one. */
export function checkEmail(email: string): string | undefined {
  if (!email.trim()) return 'Enter your email address.';
  return /^\S+@\S+$/.test(email.trim()) ? undefined : 'Enter a full email address.';
}

/** The one rule that the server says beforehand; counted as it counts, whatever keyboard composed the letters. */
export function checkNewPassword(password: string, minimum: number): string | undefined {
  if (!password) return 'Enter a new password.';
  const length = [...password.normalize('NFC')].length;
  return length < minimum ? `Use at least ${minimum} characters; these are ${length}.` : undefined;
}
