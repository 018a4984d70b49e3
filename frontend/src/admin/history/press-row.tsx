import { useState } from 'react';
import type { Failure } from '../../api/explain';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { keepFocus } from '../../ui/focus';
import { momentOf } from '../account/moment';
import { Differences } from './differences';
import type { Press } from './presses';
import { isWhole, sentenceOf } from './sentence';

type Props = {
  press: Press;
  now: Date;
  who: (userId: string | null) => string;
  onUndo: () => Promise<Failure | null>;
};

/** What one press did; it unfolds to what was and what is. */
export function PressRow({ press, now, who, onUndo }: Props) {
  const [first] = press.changes;
  return (
    <li>
      <details>
        <summary>
          <time dateTime={first.at}>{momentOf(first.at, now)}</time>
          <span>
            <b>{who(first.user_id)}</b> {sentenceOf(press)}
            {first.undone && ' · undone'}
          </span>
        </summary>
        <div className="hist__in">
          <Differences changes={press.changes} />
          {first.undone ? (
            <p className="hist__undone">
              {`Undone ${momentOf(first.undone.at, now)}, by ${who(first.undone.user_id)}.`}
            </p>
          ) : (
            <Undo press={press} onUndo={onUndo} />
          )}
        </div>
      </details>
    </li>
  );
}

function Undo({ press: { changes }, onUndo }: Pick<Props, 'press' | 'onUndo'>) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [first] = changes;
  const undo = () =>
    keepFocus(async () => {
      setBusy(true);
      setFailure(await onUndo());
      setBusy(false);
    });
  const isBack = first.action === 'delete' && isWhole(first);
  const what = changes.length > 1 && isWhole(first) ? `all ${changes.length}` : null;
  return (
    <>
      {failure && <Alert message={failure.message} />}
      <Button look="line" isBusy={isBusy} onClick={() => void undo()}>
        {isBack ? `Bring ${what ?? 'it'} back` : `Undo ${what ?? 'this change'}`}
      </Button>
    </>
  );
}
