import { type ReactNode, useId, useState } from 'react';
import { showCode } from '../api/auth/factors';
import { signIn, signOut } from '../api/auth/sign-in';
import { CloseButton, Modal } from '../ui/dialog/modal';
import { TicketCard } from '../ui/dialog/ticket-card';
import { TextField } from '../ui/form/field';
import { SubmitButton } from '../ui/form/submit-button';
import { useForm } from '../ui/form/use-form';
import { Alert } from '../ui/message/alert';
import { checkEmail, checkPassword } from './checks';
import { CodeForm } from './code-form';
import { ForgotForm } from './forgot-form';
import { leave } from './session/follow-session';
import { useSession, useSessionStore } from './session/session';

const TITLE = 'Admin Login';

/** The kind of a refusal of what was typed. */
const WRONG = 'wrong';

export function LoginDialog({ onClose }: { onClose: () => void }) {
  const { hasExpired, waiting, pending } = useSession();
  const [hasForgotten, setForgotten] = useState(false);
  const [isShown, setShown] = useState(false);
  const { form, field, values, refusal, isBusy, reset } = useForm({
    initial: { email: '', password: '' },
    check: ({ email, password }) => ({
      email: checkEmail(email),
      password: checkPassword(password),
    }),
    failed: 'Not signed in.',
    submit: async ({ email, password }) => {
      setShown(false);
      const failure = await signIn(email.trim(), password);
      if (!failure) {
        reset({ email, password: '' });
        return null;
      }
      if (!failure.isWrong) return failure;
      // The wrong one is typed over.
      form.ref.current?.querySelector<HTMLInputElement>('[name="password"]')?.select();
      return { ...failure, kind: WRONG };
    },
  });
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
        <LinkButton onClick={() => setForgotten(false)}>Back to sign in</LinkButton>
      </Door>
    );
  }
  return (
    <Door title={TITLE} onClose={onClose}>
      {refusal && <Alert message={refusal.message} />}
      {refusal?.kind === WRONG && (
        <p className="form__note">
          Check both: capital letters count. If you have forgotten the password, a link to choose a
          new one can be mailed to you.
        </p>
      )}
      {(waiting || hasExpired) && !refusal && (
        <p>{`${hasExpired ? 'Your session has ended.' : 'You are signed out.'} Sign in to continue.`}</p>
      )}
      <form className="form" aria-label={TITLE} {...form}>
        <TextField
          label="Email"
          type="email"
          autoComplete="username"
          autoFocus
          {...field('email')}
        />
        <TextField
          label="Password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          {...field('password')}
        />
        <button className="link code-switch" type="button" onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide password' : 'Show password'}
        </button>
        <SubmitButton isBusy={isBusy} busyLabel="Signing in...">
          Sign In
        </SubmitButton>
      </form>
      <LinkButton onClick={() => setForgotten(true)}>Forgot password?</LinkButton>
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
      <LinkButton onClick={() => void cancel()}>Cancel</LinkButton>
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

function LinkButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <button className="link ticket-card__link" type="button" onClick={onClick}>
      {children}
    </button>
  );
}
