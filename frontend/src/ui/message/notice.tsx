import type { ReactNode } from 'react';
import { Button } from '../button';

type Props = {
  text: string;
  /** It stands in a region that announces it. */
  isInStatus?: boolean;
  onClose: () => void;
  /** What may be done about it, after the text. */
  children?: ReactNode;
};

/**
 * A message about what went wrong that stays until it is closed. It comes into the page with its text, which screen
 * readers announce of an alert, and mostly not of a status.
 */
export function Notice({ text, isInStatus = false, onClose, children }: Props) {
  return (
    <div className="notice notice--fixed" role={isInStatus ? undefined : 'alert'}>
      <div>
        <span>{text}</span>
        {children}
      </div>
      <Button look="quiet" onClick={onClose}>
        OK
      </Button>
    </div>
  );
}
