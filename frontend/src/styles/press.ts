import css from './press.css?inline';

/** The style of the press page comes with its script. The server, which writes it into the page, has no document. */
if (typeof document !== 'undefined') {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

export { css as pressCss };
