import type { ReactNode } from 'react';
import { checkEmail, checkPassword } from '../../account/checks';
import { requestEmailChange } from '../../api/auth/credentials';
import type { User } from '../../types';
import { TextField } from '../../ui/form/field';
import { SubmitButton } from '../../ui/form/submit-button';
import { useForm } from '../../ui/form/use-form';
import { Alert } from '../../ui/message/alert';
import { FormPane } from './form-pane';

const TITLE = 'Change email address';

type Props = { user: Pick<User, 'email'> };

/** Changes the email address that the person signs in with, once both mailboxes have confirmed it. */
export function EmailPane({ user }: Props) {
  return (
    <FormPane title="Email address" action={TITLE}>
      {(close, cancel) => <EmailForm user={user} onClose={close} cancel={cancel} />}
    </FormPane>
  );
}

type FormProps = Props & { onClose: (news?: string) => void; cancel: ReactNode };

function EmailForm({ user, onClose, cancel }: FormProps) {
  const { form, field, refusal, isBusy } = useForm({
    initial: { email: '', current: '' },
    onEscape: () => onClose(),
    failed: 'Not sent: the links for your new email address.',
    check: ({ email, current }) => ({
      email: email.trim() === user.email ? 'This is your email address now.' : checkEmail(email),
      current: checkPassword(current),
    }),
    submit: async ({ email, current }) => {
      const failure = await requestEmailChange(email.trim(), current);
      if (!failure) onClose(sent(user.email, email.trim()));
      return failure;
    },
  });
  return (
    <form className="form" aria-label={TITLE} {...form}>
      {refusal && <Alert message={refusal.message} />}
      <TextField
        label="New email address"
        type="email"
        autoComplete="email"
        autoFocus
        {...field('email')}
      />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        {...field('current')}
      />
      <div className="form__act">
        <SubmitButton isBusy={isBusy} busyLabel="Sending...">
          Send links
        </SubmitButton>
        {cancel}
      </div>
    </form>
  );
}

const sent = (now: string, next: string) =>
  `Open the link that was sent to ${now}, and the one that was sent to ${next}. Until then you sign in as before.`;
