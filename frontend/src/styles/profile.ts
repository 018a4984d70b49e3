import { addPageStyle } from '../ui/page-style';
import css from './profile.css?inline';

/** The style of an artist's page comes with its script. */
addPageStyle(css);

export { css as profileCss };
