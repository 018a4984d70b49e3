import { type ReactNode, useId, useState } from 'react';
import { signIn } from '../api/auth';
import { Alert } from '../ui/alert';
import { CloseButton, Modal } from '../ui/dialog/modal';
import { TicketCard } from '../ui/dialog/ticket-card';
import { TextField } from '../ui/form/field';
import { SubmitButton } from '../ui/form/submit-button';
import { type Errors, useForm } from '../ui/form/use-form';
import { checkEmail } from './checks';
import { ForgotForm } from './forgot-form';
import { useSession } from './session';

const TITLE = 'Admin Login';

type Credentials = { email: string; password: string };

export function LoginDialog({ onClose }: { onClose: () => void }) {
  const { hasExpired } = useSession();
  const [hasForgotten, setForgotten] = useState(false);
  const { form, field, values, refusal, isBusy } = useForm<Credentials>({
    initial: { email: '', password: '' },
    check: checkCredentials,
    submit: async ({ email, password }) => {
      const message = await signIn(email.trim(), password);
      return message === null ? null : { message };
    },
  });
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
      {hasExpired && !refusal && <p>Your session has ended. Sign in to continue.</p>}
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
          type="password"
          autoComplete="current-password"
          {...field('password')}
        />
        <SubmitButton isBusy={isBusy} busyLabel="Signing in...">
          Sign In
        </SubmitButton>
      </form>
      <LinkButton onClick={() => setForgotten(true)}>Forgot password?</LinkButton>
    </Door>
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

type DoorProps = { title: string; onClose: () => void; children: ReactNode };

function Door({ title, onClose, children }: DoorProps) {
  const titleId = useId();
  const corner = <CloseButton onClose={onClose} />;
  return (
    <Modal titleId={titleId} isSmall onClose={onClose}>
      <TicketCard heading="h2" title={title} titleId={titleId} corner={corner}>
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

function checkCredentials({ email, password }: Credentials): Errors<Credentials> {
  const errors: Errors<Credentials> = {};
  const wrong = checkEmail(email);
  if (wrong) errors.email = wrong;
  if (!password) errors.password = 'Enter your password.';
  return errors;
}
