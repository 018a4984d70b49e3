import { Button } from '../button';

type Props = { text: string | null; onClose: () => void };

/** A message that stays until it is closed. */
export function Notice({ text, onClose }: Props) {
  return (
    <div role="status">
      {text && (
        <div className="notice notice--fixed">
          <span>{text}</span>
          <Button look="quiet" onClick={onClose}>
            OK
          </Button>
        </div>
      )}
    </div>
  );
}
