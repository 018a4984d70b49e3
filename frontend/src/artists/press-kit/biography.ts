import { paragraphsOf } from '../../ui/type/paragraphs';

/** About as long as what stands under a photograph in a paper. */
const SHORT_WORDS = 60;

export function wordsOf(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

/** The first whole sentences of a biography, at most 60 words of them but at least one; null where that is all of it. */
export function shortBiography(biography: string): string | null {
  const [first = ''] = paragraphsOf(biography);
  const sentences = first.match(/[^.!?…]+(?:[.!?…]+["”’»)]*(?=\s|$)|[.!?…]+|$)/g) ?? [];
  let short = '';
  for (const sentence of sentences) {
    if (short && wordsOf(short + sentence) > SHORT_WORDS) break;
    short += sentence;
  }
  return short.trim() === biography.trim() ? null : short.trim() || null;
}
