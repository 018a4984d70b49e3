import type { User } from '../../types';
import { EmailPane } from './email-pane';
import { NamePane } from './name-pane';
import { PasswordPane } from './password-pane';
import { SecondFactorPane } from './second-factor-pane';
import { SessionsPane } from './sessions-pane';

/** How the person is called, how they sign in, and where they are signed in. */
export function AccountPanes({ user }: { user: Pick<User, 'id' | 'email'> }) {
  return (
    <>
      <NamePane user={user} />
      <EmailPane user={user} />
      <PasswordPane user={user} />
      <SecondFactorPane user={user} />
      <SessionsPane user={user} />
    </>
  );
}
