import { useState } from 'react';
import { Button } from '../button';
import { CloseButton } from '../dialog/modal';

/** What was done, and what takes it back. */
export type Done = {
  text: string;
  undo?: () => Promise<void>;
  /** True after a deletion: the control that was pressed is gone with its row. */
  takesFocus?: boolean;
};

type Props = { done: Done | null; onClose: () => void };

/** What was done last, in sight wherever the list is read, until it is closed or something else is done. */
export function DoneNote({ done, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  async function undo(): Promise<void> {
    setBusy(true);
    await done?.undo?.();
    setBusy(false);
  }
  return (
    <div className={done?.text ? 'done-note is-shown' : 'done-note'}>
      <p role="status">{done?.text}</p>
      {done?.undo && (
        <Button
          key={done.text}
          look="quiet"
          isBusy={isBusy}
          autoFocus={done.takesFocus}
          onClick={() => void undo()}
        >
          Undo
        </Button>
      )}
      {done?.text && <CloseButton name="Dismiss this message" onClose={onClose} />}
    </div>
  );
}
