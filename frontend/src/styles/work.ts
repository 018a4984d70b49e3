import css from './work.css?inline';

/** The style of the work script comes with it: neither is ever there without the other. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets.push(sheet);
