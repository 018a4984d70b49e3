import { type RefObject, useId } from 'react';
import { Button } from '../button';
import { DELETE } from '../form/icons';
import { onEscape } from '../keys';
import { Alert } from '../message/alert';

export type Confirm = {
  /** Goes round the question. */
  box: RefObject<HTMLFieldSetElement | null>;
  isAsking: boolean;
  isBusy: boolean;
  /** The answer was no: the focus returns to the button that asked. */
  wasKept: boolean;
  failure: string | null;
  ask: () => void;
  keep: () => void;
  go: () => Promise<void>;
};

type ButtonProps = { confirm: Confirm; name: string };

export function DeleteButton({ confirm, name }: ButtonProps) {
  return (
    <Button
      look="danger"
      icon={DELETE}
      aria-label={`Delete ${name}`}
      onClick={confirm.ask}
      autoFocus={confirm.wasKept}
    >
      <span>Delete</span>
    </Button>
  );
}

type Props = {
  confirm: Confirm;
  question: string;
  subject: string;
  action: string;
  /** What the button says meanwhile. */
  busyLabel?: string;
  className?: string;
};

/** The question in the place of the row it is about. Escape keeps. */
export function ConfirmDelete({
  confirm,
  question,
  subject,
  action,
  busyLabel = 'Deleting...',
  className = '',
}: Props) {
  const id = useId();
  return (
    <fieldset
      ref={confirm.box}
      className={`confirm ${className}`}
      aria-labelledby={id}
      aria-describedby={`${id}-subject`}
      onKeyDown={onEscape(() => confirm.isBusy || confirm.keep())}
    >
      <div>
        <p className="confirm__question" id={id}>
          {question}
        </p>
        <p className="confirm__subject" id={`${id}-subject`}>
          {subject}
        </p>
      </div>
      <div className="confirm__act">
        <Button look="quiet" onClick={confirm.keep} isHeld={confirm.isBusy} autoFocus>
          Keep
        </Button>
        <Button look="danger-fill" isBusy={confirm.isBusy} onClick={() => void confirm.go()}>
          {confirm.isBusy ? busyLabel : action}
        </Button>
      </div>
      {confirm.failure && <Alert message={confirm.failure} />}
    </fieldset>
  );
}
