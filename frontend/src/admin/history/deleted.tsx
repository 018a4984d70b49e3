import { useState } from 'react';
import { type ChangeFilter, deletionsResource, type ToldChange } from '../../api/changes';
import { useResource, useStore } from '../../api/queries/query-store';
import type { UndoFailure } from '../../api/undo';
import { KEPT_DAYS } from '../../limits';
import { ShowMore } from '../../ui/list/show-more';
import { dayOf, ownMoment } from '../account/moment';
import { alongWith, nameOf } from './sentence';
import { UndoButton } from './undo-button';
import type { Reader } from './words';

/** Longer lists would push what happened today out of sight. */
const FIRST = 3;

type Props = {
  filter: ChangeFilter;
  reader: Reader;
  onUndo: (change: ToldChange) => Promise<UndoFailure | null>;
};

/** What was deleted and can still be brought back. */
export function Deleted({ filter, reader, onUndo }: Props) {
  const store = useStore();
  const [isOpen, setOpen] = useState(false);
  const resource = deletionsResource(filter);
  const { data } = useResource(resource);
  const rows = (data?.rows ?? []).filter(
    (change, place, all) =>
      change.canUndo &&
      isStillGone(change) &&
      all.findIndex(({ row_id }) => row_id === change.row_id) === place,
  );
  if (!data || rows.length === 0) return null;
  const shown = isOpen ? rows : rows.slice(0, FIRST);
  const hidden = rows.length - shown.length;
  async function more(): Promise<boolean> {
    setOpen(true);
    return hidden > 0 || store.more(resource);
  }
  return (
    <div className="hist-deleted">
      <h4 className="hist-day">Deleted</h4>
      <ShowMore
        key={resource.key}
        what="deletions"
        of={{ data: { hasMore: hidden > 0 || data.hasMore }, onMore: more }}
      >
        <ul className="rows" role="list">
          {shown.map((change) => (
            <DeletedRow
              key={change.id}
              change={change}
              reader={reader}
              onUndo={() => onUndo(change)}
            />
          ))}
        </ul>
      </ShowMore>
    </div>
  );
}

/** Neither brought back, nor made anew by hand. */
function isStillGone({ undone, table_name, row_id, event, artists }: ToldChange): boolean {
  const subject = table_name === 'music_events' ? event : artists.get(row_id);
  return !undone && subject?.isGone === true;
}

type RowProps = {
  change: ToldChange;
  reader: Reader;
  onUndo: () => Promise<UndoFailure | null>;
};

function DeletedRow({ change, reader, onUndo }: RowProps) {
  const now = new Date();
  const end = new Date(change.at);
  end.setDate(end.getDate() + KEPT_DAYS);
  const endsOn = dayOf(end.toISOString(), now);
  const along = alongWith(change);
  return (
    <li className="row row--text">
      <div>
        <p className="row__t">
          <span dir="auto">{nameOf(change)}</span>
        </p>
        <p className="row__s">
          <span>{along && `Artist${along}. `}</span>
          <span>{`${reader.whoDid(change)} deleted it ${ownMoment(change.at, now)}.`}</span>
          <br />
          <span>{`Gone for good ${endsOn === 'today' ? endsOn : `on ${endsOn}`}.`}</span>
        </p>
      </div>
      <div className="row__act">
        <UndoButton
          text="Bring back"
          name={`Bring back ${nameOf(change)}`}
          reader={reader}
          onUndo={onUndo}
        />
      </div>
    </li>
  );
}
