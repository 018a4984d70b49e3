import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/button';
import { News, useNews } from '../../ui/message/news';
import { Pane } from '../pane';

type Props = {
  title: string;
  action: string;
  /** Open without a press. */
  isForced?: boolean;
  onClose?: () => void;
  /** The form: `close` says how it ended, `cancel` is the button for its foot. */
  children: (close: (news?: string) => void, cancel: ReactNode) => ReactNode;
};

/** A pane whose form unfolds from a button, which has the focus again afterwards. */
export function FormPane({ title, action, isForced = false, onClose, children }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const { tellNews, news } = useNews();
  function open(): void {
    tellNews('');
    setOpen(true);
  }
  function close(said = ''): void {
    flushSync(() => {
      onClose?.();
      setOpen(false);
    });
    button.current?.focus();
    tellNews(said);
  }
  const cancel = (
    <Button look="line" onClick={() => close()}>
      Cancel
    </Button>
  );
  return (
    <Pane title={title}>
      <News {...news} />
      {isForced || isOpen ? (
        <div className="narrow">{children(close, cancel)}</div>
      ) : (
        <Button ref={button} look="line" onClick={open}>
          {action}
        </Button>
      )}
    </Pane>
  );
}
