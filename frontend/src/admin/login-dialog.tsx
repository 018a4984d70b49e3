import { type ReactNode, useId } from 'react';
import { signIn } from '../api/auth';
import { useSession } from '../session/session';
import { Alert } from '../ui/alert';
import { Bill } from '../ui/bill';
import { Button } from '../ui/button';
import { TextField } from '../ui/field';
import { CloseButton, Modal } from '../ui/modal';
import { type Errors, useForm } from '../ui/use-form';
import './admin.css';

const TITLE = 'Admin Login';
const TITLE_TARGET = 5.8;

type Credentials = { email: string; password: string };

export function LoginDialog({ onClose }: { onClose: () => void }) {
  const { hasExpired } = useSession();
  const { form, field, refusal, isBusy } = useForm<Credentials>({
    initial: { email: '', password: '' },
    check: checkCredentials,
    submit: async ({ email, password }) => {
      const message = await signIn(email.trim(), password);
      return message === null ? null : { message };
    },
  });
  return (
    <Pass onClose={onClose}>
      {refusal && <Alert message={refusal.message} />}
      {hasExpired && !refusal && <p>Your session has ended. Sign in to go on.</p>}
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
        <Button look="primary" type="submit" isBusy={isBusy}>
          {isBusy ? 'Signing in...' : 'Sign In'}
        </Button>
      </form>
    </Pass>
  );
}

/** While a stored session is still being looked at. */
export function WaitingDialog({ onClose }: { onClose: () => void }) {
  return (
    <Pass onClose={onClose}>
      <p role="status">Looking for your session...</p>
    </Pass>
  );
}

function Pass({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const titleId = useId();
  return (
    <Modal titleId={titleId} isSmall onClose={onClose}>
      <div className="pass on-stock">
        <CloseButton onClose={onClose} />
        <h2 className="m" id={titleId}>
          <Bill text={TITLE} target={TITLE_TARGET} />
        </h2>
      </div>
      <div className="modal__sec pass__body">{children}</div>
    </Modal>
  );
}

function checkCredentials({ email, password }: Credentials): Errors<Credentials> {
  const errors: Errors<Credentials> = {};
  if (!/^\S+@\S+$/.test(email.trim())) errors.email = 'Enter a full email address.';
  if (!email.trim()) errors.email = 'Enter your email address.';
  if (!password) errors.password = 'Enter your password.';
  return errors;
}
