import { useEffect, useRef } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { kept, SEARCHED } from '../../address';
import { LateDialog, useLateDialog } from '../../ui/dialog/late-dialog';
import { Icon } from '../../ui/icon';
import { FIND } from '../../ui/icons';

const load = async () => (await import('./search-dialog')).SearchDialog;

/** The magnifier of the head. The search opens over the page, also when the address has one: after Back, or a reload. */
export function SearchButton() {
  const button = useRef<HTMLButtonElement>(null);
  const dialog = useLateDialog(load);
  const { open, close: shut } = dialog;

  useEffect(() => {
    const look = () => {
      if (kept(SEARCHED)) void open();
      else shut();
    };
    if (kept(SEARCHED)) look();
    addEventListener('popstate', look);
    return () => removeEventListener('popstate', look);
  }, [open, shut]);

  function close(): void {
    flushSync(shut);
    button.current?.focus();
  }

  return (
    <>
      <button
        ref={button}
        className="find-button needs-script"
        type="button"
        aria-label="Search"
        aria-haspopup="dialog"
        onClick={() => void open()}
        onPointerEnter={() => void load().catch(() => undefined)}
      >
        <Icon shape={FIND} />
        <span aria-hidden="true">Search</span>
      </button>
      {dialog.state.step !== 'closed' &&
        createPortal(
          <LateDialog
            state={dialog.state}
            title="Search"
            what="The search"
            onRetry={open}
            onClose={close}
          />,
          document.body,
        )}
    </>
  );
}
