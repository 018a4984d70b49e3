import type { User } from '../../types';
import { PasswordPane } from './password-pane';
import { SecondFactorPane } from './second-factor-pane';
import { SessionsPane } from './sessions-pane';

/** How the person signs in, and where they are signed in. */
export function AccountPanes({ user }: { user: Pick<User, 'id' | 'email'> }) {
  return (
    <>
      <PasswordPane user={user} />
      <SecondFactorPane user={user} />
      <SessionsPane user={user} />
    </>
  );
}
