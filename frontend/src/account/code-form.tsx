import { type ReactNode, useState } from 'react';
import { SubmitButton } from '../ui/form/submit-button';
import { type Refusal, useForm } from '../ui/form/use-form';
import { Alert } from '../ui/message/alert';
import { checkCode, wrongCode } from './checks';
import { CodeField, RecoverySwitch } from './code-field';

type Props = {
  label: string;
  /** What the button says, and what it says meanwhile. */
  action: string;
  busyLabel: string;
  /** Whether a recovery code will do as well. */
  hasRecovery?: boolean;
  onCode: (code: string) => Promise<Refusal | null>;
  onEscape?: () => void;
  /** Next to the button. */
  aside?: ReactNode;
};

/** Asks for the code of an authenticator app, which sends itself at its last digit. */
export function CodeForm({ label, action, busyLabel, onCode, aside, ...props }: Props) {
  const { hasRecovery = true } = props;
  const [isRecovery, setRecovery] = useState(false);
  const { form, field, refusal, isBusy, reset } = useForm({
    initial: { code: '' },
    onEscape: props.onEscape,
    failed: 'Not accepted: your code.',
    check: ({ code }) => ({ code: checkCode(code, isRecovery) }),
    submit: async ({ code }) => {
      const failure = await onCode(code.trim());
      if (failure?.field !== 'code') return failure;
      reset();
      return wrongCode(failure, isRecovery);
    },
  });
  function change(): void {
    reset();
    setRecovery(!isRecovery);
  }
  return (
    <form className="form" aria-label={label} {...form}>
      {refusal && <Alert message={refusal.message} />}
      <CodeField
        key={`${isRecovery}`}
        isRecovery={isRecovery}
        autoFocus
        onComplete={() => form.ref.current?.requestSubmit()}
        {...field('code')}
      />
      <div className="form__act">
        <SubmitButton isBusy={isBusy} busyLabel={busyLabel}>
          {action}
        </SubmitButton>
        {aside}
      </div>
      {hasRecovery && <RecoverySwitch isRecovery={isRecovery} onChange={change} />}
    </form>
  );
}
