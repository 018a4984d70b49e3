import { flushSync } from 'react-dom';
import { TextField } from '../ui/form/field';
import type { FieldBinding } from '../ui/form/use-form';
import { LinkButton } from '../ui/link-button';
import { DIGITS, digitsOf } from './checks';

type FieldProps = FieldBinding & {
  isRecovery: boolean;
  autoFocus?: boolean;
  /** The last digit was typed. */
  onComplete?: () => void;
};

/** The field for a code of an authenticator app, or for a recovery code. */
export function CodeField({ isRecovery, onComplete, ...field }: FieldProps) {
  if (isRecovery) {
    return (
      <TextField label="Recovery code" hint="Each works once" look="recovery" isUrgent {...field} />
    );
  }
  const onChange: FieldBinding['onChange'] = ({ target }) => {
    const value = digitsOf(target.value);
    // The form sends what is on screen.
    flushSync(() => field.onChange({ target: { value } }));
    if (value.length === DIGITS && value !== field.value) onComplete?.();
  };
  return (
    <TextField
      label="Code from your app"
      hint="Six digits"
      look="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      isUrgent
      {...field}
      onChange={onChange}
    />
  );
}

type SwitchProps = { isRecovery: boolean; onChange: () => void };

export function RecoverySwitch({ isRecovery, onChange }: SwitchProps) {
  return (
    <LinkButton isAlone onClick={onChange}>
      {isRecovery ? 'Use the app instead' : 'Use a recovery code'}
    </LinkButton>
  );
}
