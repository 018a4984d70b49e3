import { addPageStyle } from '../ui/page-style';
import css from './press-kit.css?inline';

/** The style of the press page comes with its script. */
addPageStyle(css);

export { css as pressKitCss };
