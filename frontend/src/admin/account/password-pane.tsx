import { PasswordForm } from '../../account/password-form';
import { endRecovery } from '../../account/session/follow-session';
import { useSession, useSessionStore } from '../../account/session/session';
import { useStore } from '../../api/queries/query-store';
import type { User } from '../../types';
import { FormPane } from './form-pane';

const TITLE = 'Change password';
const SAVED = 'Your password has been changed, and other devices have been signed out.';

/** Changes the password. A recovery link opens the form, and makes the current password unnecessary. */
export function PasswordPane({ user }: { user: Pick<User, 'email'> }) {
  const session = useSessionStore();
  const store = useStore();
  const { isRecovering } = useSession();
  return (
    <FormPane
      title="Password"
      action={TITLE}
      isForced={isRecovering}
      onClose={() => endRecovery(session)}
    >
      {(close, cancel) => (
        <PasswordForm
          label={TITLE}
          email={user.email}
          asksCurrent={!isRecovering}
          onSaved={() => {
            close(SAVED);
            void store.invalidate(['music_sessions']);
          }}
          onEscape={close}
          aside={cancel}
        />
      )}
    </FormPane>
  );
}
