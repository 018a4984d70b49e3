import { useState } from 'react';
import { can } from '../../account/can';
import { useSession } from '../../account/session/session';
import type { Session } from '../../account/session/session-state';
import { CHANGED_TABLES, type ChangeFilter, type ToldChange } from '../../api/changes';
import { peopleNamesResource } from '../../api/names/people-names';
import { usePagedList, useResource, useStore } from '../../api/queries/query-store';
import { type Save, savesResource } from '../../api/saves';
import { type UndoFailure, undoChange, undoSave } from '../../api/undo';
import { groups } from '../../event-state';
import { countedSoFar } from '../../format';
import { useSite } from '../../site';
import { Empty } from '../../ui/list/empty';
import { QueryFailure } from '../../ui/list/load-failure';
import { ShowMore } from '../../ui/list/show-more';
import { dayOf } from '../account/moment';
import { OnlyFor } from '../pane';
import { Deleted } from './deleted';
import { Filters } from './filters';
import { SaveRow } from './save-row';
import { comingOrGoing, sentenceOf } from './sentence';
import { type Reader, readerOf } from './words';

/** What has happened, by whom and when: deleted things first, and then everything, each to be undone. */
export function History() {
  const store = useStore();
  const session = useSession();
  const seesAll = can.seeAllHistory(session);
  const { data: people } = useResource(peopleNamesResource(seesAll));
  const [filter, setFilter] = useState<ChangeFilter>({});
  const [said, setSaid] = useState('');
  const reader = readerOf(people ?? [], session.user?.id ?? null, useSite().timezone);

  const say = (did: string) => async () => {
    await store.invalidate(CHANGED_TABLES);
    setSaid(`Undone: ${did}.`);
  };
  const undo = (save: Save) =>
    undoSave(save.number, say(`${reader.whoDid(save)} ${sentenceOf(save)}`));
  const bringBack = (change: ToldChange) =>
    undoChange(change.number, say(`${reader.whoDid(change)} ${comingOrGoing(change)}`));
  return (
    <>
      {!seesAll && <OnlyFor>{scopeOf(session)}</OnlyFor>}
      <p className="outcome" role="status">
        {said}
      </p>
      {seesAll && <Filters filter={filter} people={people ?? []} onChange={setFilter} />}
      <Deleted filter={filter} reader={reader} onUndo={bringBack} />
      <Everything filter={filter} reader={reader} onUndo={undo} onSay={setSaid} />
    </>
  );
}

function scopeOf(session: Session): string {
  if (session.owns.length === 0) return 'Here is what you have done yourself in the last 30 days.';
  const also = can.changeEvents(session) ? ', and what you have done yourself' : '';
  return `Here is what happened to your page and its dates in the last 30 days${also}.`;
}

type ListProps = {
  filter: ChangeFilter;
  reader: Reader;
  onUndo: (save: Save) => Promise<UndoFailure | null>;
  onSay: (text: string) => void;
};

function Everything({ filter, reader, onUndo, onSay }: ListProps) {
  const resource = savesResource(filter);
  const list = usePagedList(resource);
  const { data } = list;
  if (!data) return <QueryFailure what="The history" of={list} />;
  if (data.rows.length === 0) return <Empty title="Nothing has changed in the last 30 days." />;
  return (
    <>
      <p className="tally">{`${countedSoFar(data, 'change')}, the latest first`}</p>
      <ShowMore key={resource.key} what="changes" of={list} onSay={onSay}>
        {byDay(data.rows).map(([day, saves]) => (
          <div key={day}>
            <h4 className="hist-day">{day}</h4>
            <ul className="hist">
              {saves.map((save) => (
                <SaveRow key={save.id} save={save} reader={reader} onUndo={() => onUndo(save)} />
              ))}
            </ul>
          </div>
        ))}
      </ShowMore>
    </>
  );
}

/** The saves of each day, under its name: 'Today', 'Yesterday', 'November 2'. */
function byDay(saves: Save[]): [string, Save[]][] {
  const now = new Date();
  return groups(saves, ({ at }) => dayOf(at, now).replace(/^./, (first) => first.toUpperCase()));
}
