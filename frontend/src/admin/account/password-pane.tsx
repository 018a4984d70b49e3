import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PasswordForm } from '../../account/password-form';
import { endRecovery } from '../../account/session/follow-session';
import { useSession, useSessionStore } from '../../account/session/session';
import { useStore } from '../../api/queries/query-store';
import type { User } from '../../types';
import { Button } from '../../ui/button';
import { News, useNews } from '../../ui/message/news';
import { Pane } from '../pane';

const TITLE = 'Change password';
const SAVED = 'Your password has been changed, and other devices have been signed out.';

/** Changes the password. A recovery link opens the form, and makes the current password unnecessary. */
export function PasswordPane({ user }: { user: Pick<User, 'email'> }) {
  const session = useSessionStore();
  const store = useStore();
  const { isRecovering } = useSession();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { tellNews, news } = useNews();
  function open(): void {
    tellNews('');
    setOpen(true);
  }
  function close(): void {
    flushSync(() => {
      endRecovery(session);
      setOpen(false);
    });
    button.current?.focus();
  }
  function onSaved(): void {
    close();
    tellNews(SAVED);
    void store.invalidate(['music_sessions']);
  }
  const cancel = (
    <Button look="line" onClick={close}>
      Cancel
    </Button>
  );
  return (
    <Pane title="Password">
      <News {...news} />
      {isRecovering || isOpen ? (
        <div className="narrow">
          <PasswordForm
            label={TITLE}
            email={user.email}
            asksCurrent={!isRecovering}
            onSaved={onSaved}
            onEscape={close}
            aside={cancel}
          />
        </div>
      ) : (
        <Button ref={button} look="line" onClick={open}>
          {TITLE}
        </Button>
      )}
    </Pane>
  );
}
