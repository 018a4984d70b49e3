/** Before all files: the data folder that each file's server begins from. */

import { makeTemplate } from '../live/site';

export default makeTemplate;
