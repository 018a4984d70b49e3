import { type RefObject, useEffect, useLayoutEffect, useState } from 'react';
import { Button } from '../button';
import { keepFocus } from '../focus';
import { CloseButton } from '../icon-button';
import { keyOf } from '../keys';
import { tellSlow } from '../message/tell-slow';

/** What was done, and what takes it back. */
export type Done = { text: string; undo?: () => Promise<void> };

type Props = {
  done: Done | null;
  box: RefObject<HTMLDivElement | null>;
  onClose: () => void;
};

/**
 * What was done last, in sight wherever the list is read, until it is closed or something else is done. Ctrl+Z takes it
 * back: the focus stays in the list.
 */
export function DoneNote({ done, box, onClose }: Props) {
  const [isBusy, setBusy] = useState(false);
  const undo = done?.undo;
  const takeBack = () =>
    keepFocus(async () => {
      setBusy(true);
      if (undo) await tellSlow(undo());
      setBusy(false);
    });
  useUndoKey(box, isBusy ? undefined : undo && takeBack);
  useLayoutEffect(() => {
    if (done) uncover(box.current);
  }, [done, box]);
  return (
    <div ref={box} className={done?.text ? 'done-note is-shown' : 'done-note'}>
      <p role="status">{done?.text}</p>
      {undo && (
        <Button
          look="quiet"
          isBusy={isBusy}
          aria-keyshortcuts="Control+Z Meta+Z"
          onClick={() => void takeBack()}
        >
          Undo
        </Button>
      )}
      {done?.text && <CloseButton name="Dismiss this message" onClose={onClose} />}
    </div>
  );
}

/** In a field, the keys take back what is typed there. */
function useUndoKey(
  box: RefObject<HTMLElement | null>,
  takeBack: (() => Promise<void>) | undefined,
): void {
  useEffect(() => {
    if (!takeBack) return;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, shiftKey } = event;
      if (keyOf(event) !== 'z' || shiftKey || !(ctrlKey || metaKey)) return;
      if (!(target instanceof Element) || target.closest('input, textarea, select')) return;
      if (!box.current?.parentElement?.contains(target)) return;
      event.preventDefault();
      void takeBack();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  });
}

/** Scrolls what has the focus from under the message. */
function uncover(note: HTMLElement | null): void {
  const focused = document.activeElement;
  if (!note || !focused || note.contains(focused) || focused.contains(note)) return;
  const { top } = note.getBoundingClientRect();
  const { top: upper, bottom } = focused.getBoundingClientRect();
  if (bottom <= top || upper >= note.getBoundingClientRect().bottom) return;
  const scroller = focused.closest('dialog') ?? document.scrollingElement;
  scroller?.scrollBy({ top: bottom - top + 8, behavior: 'instant' });
}
