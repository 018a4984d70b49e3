import css from '../pages/search-dialog.css?inline';

/** The style of the search comes with its script. */
const sheet = new CSSStyleSheet();
sheet.replaceSync(css);
document.adoptedStyleSheets.push(sheet);
