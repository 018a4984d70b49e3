import { useMemo, useState } from 'react';
import { useSession } from '../../account/session';
import { changesResource, undoChanges } from '../../api/changes';
import { attempt } from '../../api/explain';
import { useResource, useStore } from '../../api/query-store';
import { countedSoFar } from '../../format';
import { Empty } from '../../ui/list/empty';
import { LoadFailure } from '../../ui/list/load-failure';
import { ShowMore } from '../../ui/list/show-more';
import { PressRow } from './press-row';
import { type Press, pressesOf } from './presses';
import { sentenceOf } from './sentence';

/** What has happened, by whom and when, the newest first, and undoing it. */
export function History() {
  const store = useStore();
  const { user } = useSession();
  const resource = useMemo(() => changesResource({}), []);
  const { data, error } = useResource(resource);
  const [said, setSaid] = useState('');
  const now = new Date();

  async function undo(press: Press) {
    const failure = await attempt(() => undoChanges(press.changes.map(({ number }) => number)));
    if (failure) return failure;
    await store.invalidate(['music_artists', 'music_events']);
    setSaid(`Undone: you ${sentenceOf(press)}.`);
    return null;
  }
  return (
    <>
      <p className="outcome" role="status">
        {said}
      </p>
      {!data && error !== undefined && (
        <LoadFailure what="The history" onRetry={() => void store.load(resource)} />
      )}
      {data?.rows.length === 0 && <Empty title="Nothing has changed in the last 30 days." />}
      {data && data.rows.length > 0 && (
        <>
          <p className="tally">{`${countedSoFar(data, 'change')}, the latest first`}</p>
          <ShowMore
            what="changes"
            hasMore={data.hasMore}
            onMore={() => store.more(resource)}
            onSay={setSaid}
          >
            <ul className="hist">
              {pressesOf(data.rows).map((press) => (
                <PressRow
                  key={press.id}
                  press={press}
                  now={now}
                  who={(id) => (id === null ? NOBODY : id === user?.id ? 'You' : 'Somebody else')}
                  onUndo={() => undo(press)}
                />
              ))}
            </ul>
          </ShowMore>
        </>
      )}
    </>
  );
}

/** The record does not tell these apart. */
const NOBODY = 'A command, or an account that is gone,';
