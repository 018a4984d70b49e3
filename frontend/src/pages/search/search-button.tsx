import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react';
import { createPortal, flushSync } from 'react-dom';
import { kept, SEARCHED } from '../../address';
import { Icon } from '../../ui/icon';
import { FIND } from '../../ui/icons';
import { Notice } from '../../ui/message/notice';

type Dialog = ComponentType<{ onClose: () => void }>;

const load = async (): Promise<Dialog> => (await import('./search-dialog')).SearchDialog;

/** The magnifier of the head. The search opens over the page, also when the address has one: after Back, or a reload. */
export function SearchButton() {
  const button = useRef<HTMLButtonElement>(null);
  const [OpenDialog, setOpenDialog] = useState<Dialog | null>(null);
  const [hasFailed, setFailed] = useState(false);

  const open = useCallback(async (): Promise<void> => {
    setFailed(false);
    try {
      const dialog = await load();
      setOpenDialog(() => dialog);
    } catch {
      setFailed(true);
    }
  }, []);

  useEffect(() => {
    const look = () => {
      if (kept(SEARCHED)) void open();
      else setOpenDialog(null);
    };
    if (kept(SEARCHED)) look();
    addEventListener('popstate', look);
    return () => removeEventListener('popstate', look);
  }, [open]);

  function close(): void {
    flushSync(() => setOpenDialog(null));
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
      {OpenDialog && createPortal(<OpenDialog onClose={close} />, document.body)}
      {hasFailed && (
        <Notice
          text="The search could not be loaded. Check your connection and try again."
          onClose={() => setFailed(false)}
        />
      )}
    </>
  );
}
