import type { Save } from '../../api/saves';
import type { UndoFailure } from '../../api/undo';
import { withThousands } from '../../format';
import { ownMoment, timeOf } from '../account/moment';
import { Differences } from './differences';
import { mainRows, sentenceOf } from './sentence';
import { UndoButton } from './undo-button';
import type { Reader } from './words';

type Props = {
  save: Save;
  reader: Reader;
  onUndo: () => Promise<UndoFailure | null>;
};

/** What one save did; it unfolds to what was and what is. */
export function SaveRow({ save, reader, onUndo }: Props) {
  const [{ undone }] = save.changes;
  const { at, canUndo } = save;
  return (
    <li>
      <details>
        <summary>
          <time dateTime={at}>{timeOf(at)}</time>
          <span dir="auto">
            <b>{reader.whoDid(save)}</b> <span>{sentenceOf(save)}</span>
            {undone && <span className="tag tag--line">Undone</span>}
          </span>
        </summary>
        <div className="hist__in">
          {save.isWhole && <Differences changes={save.changes} reader={reader} />}
          {undone && (
            <p className="row__s">
              {`${reader.whoDid(undone)} undid it ${ownMoment(undone.at, new Date())}.`}
            </p>
          )}
          {!undone && canUndo && (
            <UndoButton text={actionOf(save)} reader={reader} onUndo={onUndo} />
          )}
          {!undone && !canUndo && <p className="row__s">Only admins can undo this.</p>}
        </div>
      </details>
    </li>
  );
}

function actionOf(save: Save): string {
  const { count, isBack } = mainRows(save);
  const all = count > 1 ? `all ${withThousands(count)}` : null;
  return isBack ? `Bring ${all ?? 'it'} back` : `Undo ${all ?? 'this change'}`;
}
