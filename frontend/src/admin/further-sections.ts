import '../styles/further';

/**
 * The sections of the panel that few people open at a time, the import of tables, and what an invitation leads to: a
 * script of their own, which comes with the first of them.
 */
export { InvitationDoor } from '../account/invitation/invitation';
export { History } from './history/history';
export { SeveralAtOnce } from './import/several-at-once';
export { People } from './people/people';
export { SiteSection } from './site/site-section';
export { Welcome } from './welcome/welcome';
