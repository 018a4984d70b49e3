/** The service accepts no more words. */
const MAX_WORDS = 20;

/** Turns typed text into the protocol's text search, where each word is matched by its beginning. */
export function searchOf(text: string): string {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => `'${word.replace(/['\\]/g, '\\$&')}':*`)
    .join(' & ');
}
