import css from './picture.css?inline';

/** The style of the picture field comes with its script. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets.push(sheet);
