import css from './dates.css?inline';

/**
 * The style of the pages about dates comes with their script. The server, which writes it into these pages, has no
 * document.
 */
if (typeof document !== 'undefined') {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}

export { css as datesCss };
