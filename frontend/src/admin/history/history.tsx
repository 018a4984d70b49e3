import { useMemo, useState } from 'react';
import { can } from '../../account/can';
import { useSession } from '../../account/session/session';
import type { Session } from '../../account/session/session-state';
import { type ChangeFilter, changesResource, type ToldChange } from '../../api/changes';
import { peopleNamesResource } from '../../api/people-names';
import { useResource, useStore } from '../../api/queries/query-store';
import { undoChanges } from '../../api/undo';
import { countedSoFar } from '../../format';
import { useSite } from '../../site';
import { Empty } from '../../ui/list/empty';
import { LoadFailure } from '../../ui/list/load-failure';
import { ShowMore } from '../../ui/list/show-more';
import { OnlyFor } from '../pane';
import { Deleted } from './deleted';
import { Filters } from './filters';
import { PressRow } from './press-row';
import { byDay, type Press, pressesOf } from './presses';
import { canUndo } from './rights';
import { sentenceOf } from './sentence';
import { type Reader, readerOf } from './words';

/** What has happened, by whom and when: deleted things first, and then everything, each to be undone. */
export function History() {
  const store = useStore();
  const session = useSession();
  const seesAll = can.seeAllHistory(session);
  const { data: people } = useResource(useMemo(() => peopleNamesResource(seesAll), [seesAll]));
  const [filter, setFilter] = useState<ChangeFilter>({});
  const [said, setSaid] = useState('');
  const reader = readerOf(people ?? [], session.user?.id ?? null, useSite().timezone);

  async function undo(press: Press) {
    const failure = await undoChanges(press.changes.map(({ number }) => number));
    if (failure) return failure;
    await store.invalidate(['music_artists', 'music_events', 'music_settings']);
    setSaid(`Undone: ${reader.whoDid(press.changes[0])} ${sentenceOf(press)}.`);
    return null;
  }
  const list = { filter, reader, onUndo: undo };
  return (
    <>
      {!seesAll && <OnlyFor>{scopeOf(session)}</OnlyFor>}
      <p className="outcome" role="status">
        {said}
      </p>
      {seesAll && <Filters filter={filter} people={people ?? []} onChange={setFilter} />}
      <Deleted {...list} canBringArtistsBack={can.changeArtists(session)} />
      <Everything {...list} onSay={setSaid} canUndo={(change) => canUndo(session, change)} />
    </>
  );
}

function scopeOf(session: Session): string {
  if (!session.owns?.length) return 'Here is what you have done yourself in the last 30 days.';
  const also = can.changeEvents(session) ? ', and what you have done yourself' : '';
  return `Here is what happened to your page and its dates in the last 30 days${also}.`;
}

type ListProps = {
  filter: ChangeFilter;
  reader: Reader;
  onUndo: (press: Press) => ReturnType<typeof undoChanges>;
  onSay: (text: string) => void;
  canUndo: (change: ToldChange) => boolean;
};

function Everything({ filter, reader, onUndo, onSay, canUndo }: ListProps) {
  const store = useStore();
  const resource = useMemo(() => changesResource(filter), [filter]);
  const { data, error } = useResource(resource);
  if (!data) {
    return error === undefined ? null : (
      <LoadFailure what="The history" onRetry={() => void store.load(resource)} />
    );
  }
  if (data.rows.length === 0) return <Empty title="Nothing has changed in the last 30 days." />;
  return (
    <>
      <p className="tally">{`${countedSoFar(data, 'change')}, the latest first`}</p>
      <ShowMore
        key={resource.key}
        what="changes"
        hasMore={data.hasMore}
        onMore={() => store.more(resource)}
        onSay={onSay}
      >
        {byDay(pressesOf(data.rows)).map(([day, presses]) => (
          <div key={day}>
            <h4 className="hist-day">{day}</h4>
            <ul className="hist">
              {presses.map((press) => (
                <PressRow
                  key={press.id}
                  press={press}
                  reader={reader}
                  canUndo={press.changes.every(canUndo)}
                  onUndo={() => onUndo(press)}
                />
              ))}
            </ul>
          </div>
        ))}
      </ShowMore>
    </>
  );
}
