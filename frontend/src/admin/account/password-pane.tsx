import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PasswordForm } from '../../account/password-form';
import { endRecovery } from '../../account/session/follow-session';
import { useSession, useSessionStore } from '../../account/session/session';
import { useStore } from '../../api/queries/query-store';
import type { User } from '../../types';
import { Button } from '../../ui/button';
import { useOutcome } from '../../ui/message/use-outcome';
import { Pane } from '../pane';

const TITLE = 'Change password';
const SAVED = 'Your password has been changed, and other devices have been signed out.';

/** Changes the password. A recovery link opens the form, and makes the current password unnecessary. */
export function PasswordPane({ user }: { user: Pick<User, 'email'> }) {
  const { isChanging, isRecovering, isSaved, button, open, close } = useChange();
  const [place, orTell] = useOutcome<HTMLParagraphElement>();
  return (
    <Pane title="Password">
      <p className="outcome" role="status" ref={place}>
        {isSaved && SAVED}
      </p>
      {isChanging ? (
        <div className="narrow">
          <PasswordForm
            label={TITLE}
            email={user.email}
            asksCurrent={!isRecovering}
            onSaved={() => {
              close('saved');
              orTell({ text: SAVED });
            }}
            onEscape={() => close('idle')}
            aside={
              <Button look="line" onClick={() => close('idle')}>
                Cancel
              </Button>
            }
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

function useChange() {
  const session = useSessionStore();
  const store = useStore();
  const { isRecovering } = useSession();
  const button = useRef<HTMLButtonElement>(null);
  const [step, setStep] = useState<'idle' | 'changing' | 'saved'>('idle');

  function close(next: 'idle' | 'saved'): void {
    flushSync(() => {
      endRecovery(session);
      setStep(next);
    });
    button.current?.focus();
    if (next === 'saved') void store.invalidate(['music_sessions']);
  }

  return {
    button,
    isChanging: isRecovering || step === 'changing',
    isRecovering,
    isSaved: step === 'saved',
    open: () => setStep('changing'),
    close,
  };
}
