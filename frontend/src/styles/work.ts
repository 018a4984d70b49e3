import { addSheet } from '../ui/page-style';
import css from './work.css?inline';

/** The style of the work script comes with it: neither is ever there without the other. */
addSheet(css, 'push');
