import { type ReactNode, useState } from 'react';
import { changePassword } from '../api/auth/credentials';
import { useSite } from '../site';
import { TextField } from '../ui/form/field';
import { SubmitButton } from '../ui/form/submit-button';
import { useForm } from '../ui/form/use-form';
import { Alert } from '../ui/message/alert';
import { checkNewPassword } from './checks';

type Props = {
  label: string;
  /** The account's email: password managers save the password under it. */
  email: string;
  asksCurrent: boolean;
  onSaved: () => void;
  onEscape?: () => void;
  /** Next to the button that saves. */
  aside?: ReactNode;
  /** Offered when the link that led here has expired. */
  renewal?: ReactNode;
};

export function PasswordForm({
  label,
  email,
  asksCurrent,
  onSaved,
  onEscape,
  aside,
  renewal,
}: Props) {
  const { password_minimum: minimum } = useSite();
  const [isShown, setShown] = useState(false);
  const { form, field, refusal, isBusy } = useForm({
    initial: { current: '', password: '' },
    onEscape,
    failed: 'Not saved: your new password.',
    check: ({ current, password }) => ({
      current: asksCurrent && !current ? 'Enter your current password.' : undefined,
      password: checkNewPassword(password, minimum),
    }),
    submit: async ({ current, password }) => {
      const failure = await changePassword(password, asksCurrent ? current : undefined);
      if (!failure) onSaved();
      return failure;
    },
  });
  const type = isShown ? 'text' : 'password';
  return (
    <form className="form" aria-label={label} {...form}>
      {refusal && <Alert message={refusal.message}>{refusal.kind === 'expired' && renewal}</Alert>}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {asksCurrent && (
        <TextField
          label="Current password"
          type={type}
          autoComplete="current-password"
          autoFocus
          {...field('current')}
        />
      )}
      <TextField
        label="New password"
        hint={`At least ${minimum} characters`}
        type={type}
        autoComplete="new-password"
        autoFocus={!asksCurrent}
        {...field('password')}
      />
      <label className="check">
        <input
          type="checkbox"
          checked={isShown}
          onChange={(event) => setShown(event.target.checked)}
        />
        <span>{asksCurrent ? 'Show passwords' : 'Show password'}</span>
      </label>
      <div className="form__act">
        <SubmitButton isBusy={isBusy} busyLabel="Saving...">
          Save password
        </SubmitButton>
        {aside}
      </div>
    </form>
  );
}
