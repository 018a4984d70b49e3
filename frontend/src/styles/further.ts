import { addSheet } from '../ui/page-style';
import css from './further.css?inline';

/** The style of the panel's further sections comes with their script. */
addSheet(css, 'push');
