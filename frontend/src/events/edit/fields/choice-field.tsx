import { useId } from 'react';
import { FieldError } from '../../../ui/form/field';
import type { FieldBinding } from '../../../ui/form/use-form';

type Props = FieldBinding & { label: string; options: { value: string; text: string }[] };

/** A choice of a few, all of them in view. */
export function ChoiceField({ label, options, value, error, onChange }: Props) {
  const name = useId();
  return (
    <fieldset className="field choice wide" aria-describedby={error ? `${name}-error` : undefined}>
      <legend>{label}</legend>
      <div className="radios seg choice__row">
        {options.map((option) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              aria-invalid={error ? true : undefined}
              onChange={onChange}
            />
            <span>{option.text}</span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${name}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
