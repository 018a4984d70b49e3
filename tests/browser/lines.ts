/** Where lines begin and end. */

/** On how many lines words of this element stand. */
export function linesOf(element: Element, words: string): number {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { data } = texts.currentNode as Text;
    const start = data.indexOf(words);
    if (start < 0) continue;
    const letters = document.createRange();
    letters.setStart(texts.currentNode, start);
    letters.setEnd(texts.currentNode, start + words.length);
    return letters.getClientRects().length;
  }
  return 0;
}

/** Where the letters of an element begin. */
export function textStart(element: Element): number {
  const letters = document.createRange();
  letters.selectNodeContents(element);
  return letters.getBoundingClientRect().x;
}
