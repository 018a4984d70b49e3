import type { UndoFailure } from '../../api/undo';
import { Button } from '../../ui/button';
import { Alert } from '../../ui/message/alert';
import { useChange } from '../../ui/message/use-change';
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
  const { place, isBusy, failure, run } = useChange<HTMLButtonElement, UndoFailure>();
  return (
    <>
      <Button
        ref={place}
        look="line"
        isBusy={isBusy}
        aria-label={name}
        onClick={() => void run(onUndo, `Not done: ${name ?? text}.`)}
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
