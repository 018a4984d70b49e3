/** The service takes no more words, and nobody types them. */
const MOST_WORDS = 20;

/** What was typed as the protocol's text search: every word as the beginning of one. Empty when there is none. */
export function searchOf(text: string): string {
  const words = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter(Boolean);
  return words
    .slice(0, MOST_WORDS)
    .map((word) => `'${word}':*`)
    .join(' & ');
}
