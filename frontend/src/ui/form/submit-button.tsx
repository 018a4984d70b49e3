import type { ReactNode } from 'react';
import { Button } from '../button';

type Props = {
  /** True while the form is being submitted: the button reads `busyLabel` and cannot be pressed. */
  isBusy: boolean;
  busyLabel: string;
  icon?: string;
  /** The id of the form, when the button is not in it. */
  form?: string;
  onClick?: () => void;
  children: ReactNode;
};

export function SubmitButton({ isBusy, busyLabel, children, ...button }: Props) {
  return (
    <Button look="primary" type="submit" isBusy={isBusy} {...button}>
      {isBusy ? busyLabel : children}
    </Button>
  );
}

/** The buttons of a form that changes something which is there. */
export function SaveOrCancel({ isBusy, onCancel }: { isBusy: boolean; onCancel: () => void }) {
  return (
    <>
      <SubmitButton isBusy={isBusy} busyLabel="Saving...">
        Save Changes
      </SubmitButton>
      <Button look="line" onClick={onCancel}>
        Cancel
      </Button>
    </>
  );
}
