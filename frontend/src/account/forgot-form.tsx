import { useState } from 'react';
import { sendRecoveryLink } from '../api/auth/credentials';
import { RECOVERY_MINUTES } from '../limits';
import { TextField } from '../ui/form/field';
import { SubmitButton } from '../ui/form/submit-button';
import { useForm } from '../ui/form/use-form';
import { Alert } from '../ui/message/alert';
import { checkEmail } from './checks';

/** Requests a link to choose a new password. Its response does not reveal whether the address has an account. */
export function ForgotForm({ email = '' }: { email?: string }) {
  const [isSent, setSent] = useState(false);
  const { form, field, refusal, isBusy } = useForm({
    initial: { email },
    check: (typed) => ({ email: checkEmail(typed.email) }),
    failed: 'Not sent: the link for a new password.',
    submit: async (typed) => {
      setSent(false);
      const failure = await sendRecoveryLink(typed.email.trim());
      setSent(!failure);
      return failure;
    },
  });
  return (
    <form className="form" aria-label="Forgot password" {...form}>
      {refusal && <Alert message={refusal.message} />}
      <TextField label="Email" type="email" autoComplete="username" autoFocus {...field('email')} />
      <div className="form__send">
        <SubmitButton isBusy={isBusy} busyLabel="Sending...">
          Send link
        </SubmitButton>
        <p className="outcome" role="status">
          {isSent && SENT}
        </p>
      </div>
    </form>
  );
}

const SENT = `If an account uses this address, we have sent it an email. Its link works once, for ${RECOVERY_MINUTES} minutes.`;
