import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { endRecovery } from '../account/follow-session';
import { PasswordForm } from '../account/password-form';
import { useSession, useSessionStore } from '../account/session';
import type { User } from '../types';
import { Button } from '../ui/button';
import { Pane } from './pane';

type Account = ReturnType<typeof useAccount>;

const TITLE = 'Change password';

/** The state of changing the password. A recovery link opens the form, and makes the current password unnecessary. */
export function useAccount() {
  const store = useSessionStore();
  const { isRecovering } = useSession();
  const button = useRef<HTMLButtonElement>(null);
  const [step, setStep] = useState<'idle' | 'changing' | 'saved'>('idle');
  const isChanging = isRecovering || step === 'changing';

  function close(next: 'idle' | 'saved'): void {
    flushSync(() => {
      endRecovery(store);
      setStep(next);
    });
    button.current?.focus();
  }

  return {
    button,
    isChanging,
    isRecovering,
    isSaved: step === 'saved',
    toggle: () => (isChanging ? close('idle') : setStep('changing')),
    close,
  };
}

export function ChangePasswordButton({ account }: { account: Account }) {
  return (
    <button
      ref={account.button}
      className="link"
      type="button"
      aria-expanded={account.isChanging}
      onClick={account.toggle}
    >
      {TITLE}
    </button>
  );
}

type Props = { user: Pick<User, 'email'>; account: Account };

export function ChangePassword({ user, account }: Props) {
  return (
    <>
      <p className="outcome" role="status">
        {account.isSaved &&
          'Your password has been changed, and other devices have been signed out.'}
      </p>
      {account.isChanging && (
        <Pane title={TITLE}>
          <div className="narrow">
            <PasswordForm
              label={TITLE}
              email={user.email}
              asksCurrent={!account.isRecovering}
              onSaved={() => account.close('saved')}
              aside={
                <Button look="line" onClick={() => account.close('idle')}>
                  Cancel
                </Button>
              }
            />
          </div>
        </Pane>
      )}
    </>
  );
}
