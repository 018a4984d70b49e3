/** Before all files: the data folder that each worker's server begins from. */

import { makeTemplate } from '../live/site';

export default makeTemplate;
