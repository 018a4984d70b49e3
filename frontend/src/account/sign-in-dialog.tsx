import { type ReactNode, useId, useState } from 'react';
import { showCode } from '../api/auth/factors';
import { signOut } from '../api/auth/sign-in';
import { Modal } from '../ui/dialog/modal';
import { TicketCard } from '../ui/dialog/ticket-card';
import { CloseButton } from '../ui/icon-button';
import { LinkButton } from '../ui/link-button';
import { Alert } from '../ui/message/alert';
import { CodeForm } from './code-form';
import { ForgotForm } from './forgot-form';
import { leave } from './session/follow-session';
import { useSession, useSessionStore } from './session/session';
import { SignInForm, useSignIn, WRONG } from './sign-in-form';

const TITLE = 'Admin Login';

export function LoginDialog({ onClose }: { onClose: () => void }) {
  const { hasExpired, waiting, pending } = useSession();
  const [hasForgotten, setForgotten] = useState(false);
  const editor = useSignIn();
  const { refusal, values } = editor;
  if (pending) {
    return (
      <Door title="One more step" note={pending.email} onClose={onClose}>
        <CodeStep />
      </Door>
    );
  }
  if (hasForgotten) {
    return (
      <Door title="Forgot password" onClose={onClose}>
        <ForgotForm email={values.email} />
        <LinkButton isAlone onClick={() => setForgotten(false)}>
          Back to sign in
        </LinkButton>
      </Door>
    );
  }
  return (
    <Door title={TITLE} onClose={onClose}>
      <SignInForm label={TITLE} editor={editor}>
        {refusal?.kind === WRONG && (
          <p className="form__note">
            Check both: capital letters count. If you have forgotten the password, a link to choose
            a new one can be mailed to you.
          </p>
        )}
        {(waiting || hasExpired) && !refusal && (
          <p>{`${hasExpired ? 'Your session has ended.' : 'You are signed out.'} Sign in to continue.`}</p>
        )}
      </SignInForm>
      <LinkButton isAlone onClick={() => setForgotten(true)}>
        Forgot password?
      </LinkButton>
    </Door>
  );
}

/** What follows the password of an account with a second factor. Until its code is right, nobody is signed in. */
function CodeStep() {
  const store = useSessionStore();
  const [failure, setFailure] = useState<string | null>(null);
  const cancel = async () => setFailure(await leave(store, signOut));
  return (
    <>
      {failure && <Alert message={failure} />}
      <CodeForm label="Code" action="Sign In" busyLabel="Signing in..." onCode={showCode} />
      <LinkButton isAlone onClick={() => void cancel()}>
        Cancel
      </LinkButton>
    </>
  );
}

/** Shown while a stored session is being checked. */
export function WaitingDialog({ onClose }: { onClose: () => void }) {
  return (
    <Door title={TITLE} onClose={onClose}>
      <p role="status">Checking whether you are signed in...</p>
    </Door>
  );
}

type DoorProps = { title: string; note?: string; onClose: () => void; children: ReactNode };

function Door({ title, note, onClose, children }: DoorProps) {
  const titleId = useId();
  const corner = <CloseButton onClose={onClose} />;
  return (
    <Modal aria-labelledby={titleId} className="modal modal--sm" onClose={onClose}>
      <TicketCard heading="h2" title={title} titleId={titleId} note={note} corner={corner}>
        {children}
      </TicketCard>
    </Modal>
  );
}
