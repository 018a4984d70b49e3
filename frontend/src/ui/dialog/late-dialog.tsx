import { type ComponentType, useCallback, useId, useRef, useState } from 'react';
import { Button } from '../button';
import { keepFocus } from '../focus';
import { LoadFailure } from '../list/load-failure';
import { Modal } from './modal';

type Dialog = ComponentType<{ onClose: () => void }>;

type State = { step: 'closed' | 'coming' | 'failed' } | { step: 'open'; Shown: Dialog };

const CLOSED: State = { step: 'closed' };

/** A dialog whose script comes when it is opened. `load` has to be the same function from render to render. */
export function useLateDialog(load: () => Promise<Dialog>) {
  const [state, setState] = useState(CLOSED);
  const loaded = useRef<Dialog>(null);
  // What comes after it was closed, or asked for again, is not shown any more.
  const turns = useRef(0);

  const open = useCallback(async (): Promise<void> => {
    turns.current += 1;
    const turn = turns.current;
    setState(loaded.current ? { step: 'open', Shown: loaded.current } : { step: 'coming' });
    if (loaded.current) return;
    const next = await load().then(
      (Shown): State => {
        loaded.current = Shown;
        return { step: 'open', Shown };
      },
      (): State => ({ step: 'failed' }),
    );
    if (turn === turns.current) setState(next);
  }, [load]);

  const close = useCallback((): void => {
    turns.current += 1;
    setState(CLOSED);
  }, []);

  return { state, open, close };
}

type Props = {
  state: State;
  /** Of the frame; the dialog brings its own. */
  title: string;
  /** What it is, at the beginning of a sentence. */
  what: string;
  isLarge?: boolean;
  onRetry: () => Promise<void>;
  onClose: () => void;
};

/** The dialog, and its frame until it has come. */
export function LateDialog({ state, onClose, ...frame }: Props) {
  if (state.step === 'closed') return null;
  if (state.step === 'open') return <state.Shown onClose={onClose} />;
  return <Frame hasFailed={state.step === 'failed'} onClose={onClose} {...frame} />;
}

type FrameProps = Omit<Props, 'state'> & { hasFailed: boolean };

function Frame({ title, what, isLarge = false, hasFailed, onRetry, onClose }: FrameProps) {
  const titleId = useId();
  return (
    <Modal
      className={isLarge ? 'dialog-frame dialog-frame--lg' : 'dialog-frame'}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      <section>
        <div className="dialog-frame__top">
          <h2 className="head" id={titleId} tabIndex={-1}>
            {title}
          </h2>
          <Button look="quiet" autoFocus onClick={onClose}>
            Close
          </Button>
        </div>
        {hasFailed ? (
          <LoadFailure what={what} onRetry={() => keepFocus(onRetry)} />
        ) : (
          <p className="late" role="status">
            One moment...
          </p>
        )}
      </section>
    </Modal>
  );
}
