import { useRef, useState } from 'react';
import type { UndoFailure } from '../../api/undo';
import { Button } from '../../ui/button';
import { keepFocus } from '../../ui/focus';
import { Alert } from '../../ui/message/alert';
import { tellFailure } from '../../ui/message/tell-failure';
import { tellSlow } from '../../ui/message/tell-slow';
import { BothVersions } from './both-versions';
import type { Reader } from './words';

type Props = {
  text: string;
  /** What it is called where there are several. */
  name?: string;
  reader: Reader;
  onUndo: () => Promise<UndoFailure | null>;
};

/** Undoes a change, or says beside itself why that was refused. */
export function UndoButton({ text, name, reader, onUndo }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<UndoFailure | null>(null);
  const undo = () =>
    keepFocus(async () => {
      setBusy(true);
      const refused = await tellSlow(onUndo());
      setFailure(refused);
      setBusy(false);
      if (refused) tellFailure(button.current, `Not done: ${name ?? text}.`, refused);
    });
  return (
    <>
      <Button
        ref={button}
        look="line"
        isBusy={isBusy}
        aria-label={name}
        onClick={() => void undo()}
      >
        {text}
      </Button>
      {failure &&
        (failure.versions ? (
          <BothVersions versions={failure.versions} reader={reader} />
        ) : (
          <Alert message={failure.message} />
        ))}
    </>
  );
}
