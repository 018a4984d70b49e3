import { useState } from 'react';
import { checkCode, checkPassword, wrongCode } from '../../account/checks';
import { CodeField, RecoverySwitch } from '../../account/code-field';
import { proveAnew } from '../../api/auth/proof';
import type { Failure } from '../../api/client/explain';
import { Button } from '../../ui/button';
import { TextField } from '../../ui/form/field';
import { SubmitButton } from '../../ui/form/submit-button';
import { useForm } from '../../ui/form/use-form';
import { Alert } from '../../ui/message/alert';

type Props = {
  label: string;
  lead: string;
  email: string;
  /** The account has a second factor, whose code is asked for as well. */
  hasFactor: boolean;
  action: string;
  /** What may be done once the person has proved who they are; null when it worked. */
  onProved: () => Promise<Failure | null>;
  onCancel: () => void;
};

/** Asks again who the person is, before the way they sign in changes: a session that was stolen does not know. */
export function ProofForm({ label, lead, email, hasFactor, action, onProved, onCancel }: Props) {
  const [isRecovery, setRecovery] = useState(false);
  const { form, field, values, refusal, isBusy, reset } = useForm({
    initial: { password: '', code: '' },
    onEscape: onCancel,
    failed: `Not done: ${label}.`,
    check: ({ password, code }) => ({
      password: checkPassword(password),
      code: hasFactor ? checkCode(code, isRecovery) : undefined,
    }),
    submit: async ({ password, code }) => {
      const failure = await proveAnew({ email, password, code: hasFactor ? code : undefined });
      if (!failure) return onProved();
      if (failure.field !== 'code') return failure;
      reset({ password, code: '' });
      return wrongCode(failure, isRecovery);
    },
  });
  function change(): void {
    reset({ ...values, code: '' });
    setRecovery(!isRecovery);
  }
  return (
    <form className="form proof" aria-label={label} {...form}>
      <p>{lead}</p>
      {refusal && <Alert message={refusal.message} />}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        autoFocus
        isUrgent
        {...field('password')}
      />
      {hasFactor && (
        <CodeField
          key={`${isRecovery}`}
          isRecovery={isRecovery}
          autoFocus={isRecovery}
          {...field('code')}
        />
      )}
      {hasFactor && <RecoverySwitch isRecovery={isRecovery} onChange={change} />}
      <div className="form__act">
        <SubmitButton isBusy={isBusy} busyLabel="One moment...">
          {action}
        </SubmitButton>
        <Button look="line" onClick={onCancel} isHeld={isBusy}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
