/**
 * Adds the style of a page, which comes with its script, before the styles of what people who work load: whichever came
 * first, theirs hold. On the server there is no document: it writes the style into the page.
 */
export function addPageStyle(css: string): void {
  if (typeof document !== 'undefined') addSheet(css);
}

export function addSheet(css = '', add: 'push' | 'unshift' = 'unshift'): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets[add](sheet);
  return sheet;
}
