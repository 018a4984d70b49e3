/** The service accepts no more words. */
const MAX_WORDS = 20;

/**
 * Turns typed text into the protocol's text search, where each word matches as a prefix; signs count where there are no
 * words, for names such as '!!!'.
 */
export function searchOf(text: string): string {
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  return (words.length > 0 ? words : text.split(/\s+/).filter(Boolean))
    .slice(0, MAX_WORDS)
    .map((word) => `'${word.replace(/['\\]/g, '\\$&')}':*`)
    .join(' & ');
}
