import { type ReactNode, useId } from 'react';
import { Icon } from '../icon';
import { WARNING } from '../icons';
import { Words } from '../words';
import type { FieldBinding } from './use-form';

type Common = FieldBinding & {
  label: string;
  isOptional?: boolean;
  /** A description of the expected value. */
  hint?: string;
  /** What is wrong is read out at once, not only when the field has the focus. */
  isUrgent?: boolean;
  placeholder?: string;
  /** Spans all columns of the form. */
  isWide?: boolean;
};

type TextFieldProps = Common & {
  type?: 'text' | 'email' | 'password' | 'url' | 'date' | 'datetime-local' | 'search';
  autoComplete?: string;
  autoFocus?: boolean;
  inputMode?: 'numeric';
  look?: 'bill' | 'code' | 'recovery';
};

export function TextField({
  type = 'text',
  autoComplete = 'off',
  look,
  autoFocus,
  inputMode,
  ...field
}: TextFieldProps) {
  return (
    <FieldFrame {...field}>
      {(control) => (
        <input
          {...control}
          className={look ? `input input--${look}` : 'input'}
          type={type}
          autoComplete={autoComplete}
          autoFocus={autoFocus}
          inputMode={inputMode}
          spellCheck={look === 'recovery' ? false : undefined}
          autoCapitalize={look === 'recovery' ? 'none' : undefined}
        />
      )}
    </FieldFrame>
  );
}

export function TextArea({ rows, ...field }: Common & { rows?: number }) {
  return (
    <FieldFrame {...field}>
      {(control) => <textarea {...control} className="input" rows={rows} />}
    </FieldFrame>
  );
}

type SelectProps = Common & { options: { value: string; text: string }[]; autoFocus?: boolean };

/** `placeholder` is the text of the empty option. */
export function SelectField({ options, placeholder, autoFocus, ...field }: SelectProps) {
  return (
    <FieldFrame {...field}>
      {(control) => (
        <select {...control} className="input" autoFocus={autoFocus}>
          <option value="">{placeholder}</option>
          {options.map(({ value, text }) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  );
}

type Control = Pick<FieldBinding, 'name' | 'value' | 'onChange'> & {
  id: string;
  required: boolean;
  placeholder: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
};

export type FrameProps = Common & { children: (control: Control) => ReactNode };

/** A control with its label, hint and what is wrong with it. */
export function FieldFrame({
  label,
  isOptional = false,
  hint = isOptional ? 'Optional' : undefined,
  isWide = false,
  isUrgent = false,
  error,
  children,
  ...binding
}: FrameProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={isWide ? 'field wide' : 'field'}>
      <div className="field__top">
        <label htmlFor={id}>{label}</label>
        {hint && (
          <span className="hint" id={`${id}-hint`}>
            {hint}
          </span>
        )}
      </div>
      {children({
        id,
        name: binding.name,
        value: binding.value,
        onChange: binding.onChange,
        placeholder: binding.placeholder,
        required: !isOptional,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {error && (
        <FieldError id={`${id}-error`} isUrgent={isUrgent}>
          {error}
        </FieldError>
      )}
    </div>
  );
}

type ErrorProps = { id?: string; isUrgent?: boolean; children: ReactNode };

/** What is wrong, beside what it is about. */
export function FieldError({ id, isUrgent = false, children }: ErrorProps) {
  return (
    <p className="error" id={id} role={isUrgent ? 'alert' : undefined}>
      <Icon shape={WARNING} />
      <Words>{children}</Words>
    </p>
  );
}
