import '../styles/further';

/** The sections of the panel that few people open at a time: a script of their own, which comes with the first of them. */
export { History } from './history/history';
export { SiteSection } from './site/site-section';
