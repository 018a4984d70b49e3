import css from '../pages/search/search-dialog.css?inline';
import { addPageStyle } from '../ui/page-style';

/** The style of the search comes with its script. */
addPageStyle(css);
