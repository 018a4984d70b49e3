import { type ReactNode, useCallback } from 'react';
import { Icon } from '../icon';
import { CLOSE } from '../work-icons';

const FOCUSABLE =
  'a[href],button:not([disabled]),input:not([disabled]),select:not([disabled]),textarea:not([disabled])';

type Props = {
  titleId: string;
  isSmall?: boolean;
  /** Another dialog lies over this one. */
  isCovered?: boolean;
  onClose: () => void;
  children: ReactNode;
};

/** A dialog over the page. The page behind is made inert by whoever opens it. */
export function Modal({ titleId, isSmall = false, isCovered = false, onClose, children }: Props) {
  const dialog = useCallback(
    (element: HTMLDivElement | null) => {
      if (!element || isCovered) return;
      if (!element.contains(document.activeElement)) element.focus();
      const onKeyDown = (event: KeyboardEvent) => {
        if (event.key === 'Escape') onClose();
        if (event.key === 'Tab') keepFocus(element, event);
      };
      // On the document: a control that is switched off while it holds the focus loses it to the page.
      document.addEventListener('keydown', onKeyDown);
      return () => document.removeEventListener('keydown', onKeyDown);
    },
    [onClose, isCovered],
  );
  return (
    <div className="scrim" hidden={isCovered}>
      <div
        ref={dialog}
        className={isSmall ? 'modal modal--sm' : 'modal'}
        role="dialog"
        aria-modal="true"
        aria-labelledby={titleId}
        tabIndex={-1}
      >
        {children}
      </div>
    </div>
  );
}

export function CloseButton({ onClose }: { onClose: () => void }) {
  return (
    <button className="iconbtn" type="button" aria-label="Close" onClick={onClose}>
      <Icon shape={CLOSE} />
    </button>
  );
}

function keepFocus(dialog: HTMLElement, event: KeyboardEvent): void {
  const stops = [...dialog.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (stop) => stop.offsetParent,
  );
  const first = stops[0];
  const last = stops.at(-1);
  const active = document.activeElement;
  const isOutside = !dialog.contains(active) || active === dialog;
  if (event.shiftKey ? isOutside || active === first : isOutside || active === last) {
    event.preventDefault();
    (event.shiftKey ? last : first)?.focus();
  }
}
