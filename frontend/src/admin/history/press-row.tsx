import type { UndoFailure } from '../../api/undo';
import { ownMoment, timeOf } from '../account/moment';
import { Differences } from './differences';
import { isWhole, type Press } from './presses';
import { sentenceOf } from './sentence';
import { UndoButton } from './undo-button';
import type { Reader } from './words';

type Props = {
  press: Press;
  reader: Reader;
  canUndo: boolean;
  onUndo: () => Promise<UndoFailure | null>;
};

/** What one press did; it unfolds to what was and what is. */
export function PressRow({ press, reader, canUndo, onUndo }: Props) {
  const [first] = press.changes;
  const { at, undone } = first;
  return (
    <li>
      <details>
        <summary>
          <time dateTime={at}>{timeOf(at)}</time>
          <span dir="auto">
            <b>{reader.whoDid(first)}</b> <span>{sentenceOf(press)}</span>
            {undone && <span className="tag tag--line">Undone</span>}
          </span>
        </summary>
        <div className="hist__in">
          <Differences changes={press.changes} reader={reader} />
          {undone && (
            <p className="row__s">
              {`${reader.whoDid(undone)} undid it ${ownMoment(undone.at, new Date())}.`}
            </p>
          )}
          {!undone && canUndo && (
            <UndoButton text={actionOf(press)} look="line" reader={reader} onUndo={onUndo} />
          )}
          {!undone && !canUndo && <p className="row__s">Only admins can undo this.</p>}
        </div>
      </details>
    </li>
  );
}

function actionOf({ changes }: Press): string {
  const isBack = changes.some((change) => isWhole(change) && change.action === 'delete');
  const isMany = new Set(changes.map(({ row_id }) => row_id)).size > 1 && changes.every(isWhole);
  const all = isMany ? `all ${changes.length}` : null;
  return isBack ? `Bring ${all ?? 'it'} back` : `Undo ${all ?? 'this change'}`;
}
