import type { Preview } from '../../api/tables';
import { counted } from '../../format';
import { Button } from '../../ui/button';
import { CopyButton } from '../../ui/copy-button';
import { focusOnMount } from '../../ui/focus';
import { saveAs } from './read-file';
import { countedRows, isProblem, tableOf } from './rows';
import type { Import } from './use-import';

type Props = Import & { preview: Preview; added: number; onClose: () => void };

/** The last step: what was added, and what was left out, to be corrected and imported again. */
export function DoneStep({ preview, added, restart, onClose }: Props) {
  const left = preview.rows.filter(isProblem);
  const there = preview.rows.filter(({ state }) => state === 'exists').length;
  const rest = tableOf(preview, left);
  return (
    <>
      <div className="stack stack--5">
        <div className="info" role="status" tabIndex={-1} ref={focusOnMount}>
          <p>
            <b>{`${countedRows(preview.kind, added)} added,`}</b>
            {` all in one go. ${counted(there, 'row')} ${there === 1 ? 'was' : 'were'} there already, ${counted(left.length, 'row')} left out.`}
          </p>
        </div>
        {left.length > 0 && (
          <div className="stack">
            <p className="only-for">
              {`Rows ${left.map(({ line }) => line).join(', ')}, with the reason beside each: correct them and import them again.`}
            </p>
            <div className="form__act">
              <CopyButton text={rest}>Copy them</CopyButton>
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
          <Button look="line" onClick={restart}>
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
