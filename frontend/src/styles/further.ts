import css from './further.css?inline';

/** The style of the panel's further sections comes with their script. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets.push(sheet);
