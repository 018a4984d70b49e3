import { splitLines } from '../fit';

const LONGEST_TITLE_LINE = 24;

/** A long title takes two lines. */
export function titleLines(title: string): string[] {
  return splitLines(title, [...title].length > LONGEST_TITLE_LINE ? 2 : 1);
}
