import { addPageStyle } from '../ui/page-style';
import css from './dates.css?inline';

/** The style of the pages about dates comes with their script. */
addPageStyle(css);

export { css as datesCss };
