import { useState } from 'react';
import type { Imported, Preview } from '../../api/client/tables';
import type { Transaction } from '../../api/client/writes';
import { useStore } from '../../api/queries/query-store';
import { undoSave } from '../../api/undo';
import { counted } from '../../format';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { focusOnMount } from '../../ui/focus';
import { Alert } from '../../ui/message/alert';
import { useChange } from '../../ui/message/use-change';
import { saveAs } from '../../ui/save-as';
import { countedRows, linesInWords, sorted, tableOf } from './rows';
import type { Import } from './use-import';

type Props = Import & Imported & { preview: Preview; onClose: () => void };

/** The last step: what was added, and what was left out, to be corrected and imported again. */
export function DoneStep(props: Props) {
  const { table, preview, added, updated, transaction, type, back, onClose } = props;
  const undo = useUndo(transaction);
  const rows = sorted(preview.rows, table.leave_out);
  const left = [...rows.problems, ...rows.left].sort((one, other) => one.line - other.line);
  const there = rows.there.length + rows.differ.length - updated;
  const rest = tableOf(preview, left);
  return (
    <>
      <div className="stack stack--5">
        <div className="info" role="status" tabIndex={-1} ref={focusOnMount}>
          {undo.isDone ? (
            <p>
              <b>Taken back.</b> <span>The site is as it was before.</span>
            </p>
          ) : (
            <p>
              <b>{`${countedRows(preview.kind, added)} added,`}</b>
              <span>{` ${updated > 0 ? `${counted(updated, 'row')} updated, ` : ''}all in one go. ${counted(there, 'row')} ${there === 1 ? 'was' : 'were'} there already, ${counted(left.length, 'row')} left out.`}</span>
            </p>
          )}
        </div>
        {transaction !== null && (
          <div className="form__act" ref={undo.place}>
            {undo.isDone ? (
              <Button look="line" onClick={back}>
                Back to the table
              </Button>
            ) : (
              <Button look="line" isBusy={undo.isBusy} onClick={undo.run}>
                Undo
              </Button>
            )}
          </div>
        )}
        {undo.failure && <Alert message={undo.failure.message} />}
        {!undo.isDone && left.length > 0 && (
          <div className="stack">
            <p className="only-for">
              {left.length === 1
                ? `${linesInWords(left)}, with the reason beside it: correct it and import it again.`
                : `${linesInWords(left)}, with the reason beside each: correct them and import them again.`}
            </p>
            <div className="form__act">
              <CopyButton text={rest}>{left.length === 1 ? 'Copy it' : 'Copy them'}</CopyButton>
              <Button
                look="line"
                onClick={() => saveAs('left-out.tsv', 'text/tab-separated-values', rest)}
              >
                Save as a file
              </Button>
            </div>
          </div>
        )}
      </div>
      <section className="stickbar" aria-label="Next step">
        <div className="form__act">
          <Button look="line" onClick={() => type('')}>
            Import another table
          </Button>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </section>
    </>
  );
}

/** Takes all of it back, or says why not. */
function useUndo(transaction: Transaction) {
  const store = useStore();
  const [isDone, setDone] = useState(false);
  const { run, ...change } = useChange<HTMLDivElement>();
  const takeBack = () =>
    undoSave(transaction, async () => {
      setDone(true);
      await store.invalidate(['music_artists', 'music_events']);
    });
  return {
    ...change,
    isDone,
    run: () => void run(takeBack, 'Not undone: the import.'),
  };
}
