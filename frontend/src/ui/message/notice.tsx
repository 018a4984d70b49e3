import { Button } from '../button';

type Props = { text: string; onClose: () => void };

/**
 * A message about what went wrong that stays until it is closed. It comes into the page with its text, which screen
 * readers announce of an alert, and mostly not of a status.
 */
export function Notice({ text, onClose }: Props) {
  return (
    <div className="notice notice--fixed" role="alert">
      <span>{text}</span>
      <Button look="quiet" onClick={onClose}>
        OK
      </Button>
    </div>
  );
}
