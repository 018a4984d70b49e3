import { type ComponentProps, type SyntheticEvent, useCallback, useState } from 'react';

type Props = Omit<ComponentProps<'dialog'>, 'onClose'> & {
  /** Another dialog is on top of this one, which keeps its state and is not shown. */
  isCovered?: boolean;
  onClose: () => void;
};

/** A modal dialog: the browser keeps the keyboard in it and the page behind it out of reach. */
export function Modal({ isCovered = false, onClose, children, ...rest }: Props) {
  const [isOpen, setOpen] = useState(false);
  const open = useCallback(
    (dialog: HTMLDialogElement | null) => {
      if (!dialog || isCovered) return;
      if (!dialog.open) dialog.showModal();
      else if (!dialog.contains(document.activeElement)) dialog.focus();
      setOpen(true);
    },
    [isCovered],
  );
  // Escape asks first (`cancel`); pressed twice in a row, it closes the dialog without asking (`close`).
  const onEscape = (event: SyntheticEvent) => {
    if (event.target !== event.currentTarget) return;
    event.preventDefault();
    onClose();
  };
  return (
    <dialog
      className="modal"
      tabIndex={-1}
      {...rest}
      ref={open}
      hidden={isCovered}
      onCancel={onEscape}
      onClose={onEscape}
    >
      {/* Only an open dialog can pass the focus on to one of its fields. */}
      {isOpen && children}
    </dialog>
  );
}
