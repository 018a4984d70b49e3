import { MAX_WORDS } from '../limits';

/** Turns typed text into the protocol's text search, where each word is matched by its beginning. */
export function searchOf(text: string): string {
  return text
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, MAX_WORDS)
    .map((word) => `'${word.replace(/['\\]/g, '\\$&')}':*`)
    .join(' & ');
}
