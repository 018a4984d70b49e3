import { useState } from 'react';
import { TextField } from '../../ui/form/field';
import type { FieldBinding } from '../../ui/form/use-form';

type Props = FieldBinding & { label: string; hint?: string; isOptional?: boolean };

/** The address of a picture, behind a line that opens it: open where the picture is one of another site. */
export function AddressField(props: Props) {
  const { value, error } = props;
  const [isOpen, setOpen] = useState(value !== '' && !value.startsWith(`${location.origin}/`));
  return (
    <details
      className="picture__address"
      open={isOpen || error !== undefined}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span className="link">Use an address instead</span>
      </summary>
      <TextField type="url" placeholder="https://" {...props} />
    </details>
  );
}
