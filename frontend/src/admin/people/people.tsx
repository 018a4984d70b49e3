import { useState } from 'react';
import { useSession } from '../../account/session/session';
import type { Named } from '../../api/client/tables';
import { type PeopleFilter, peopleResource } from '../../api/people';
import { usePagedList, useStore } from '../../api/queries/query-store';
import { countedSoFar } from '../../format';
import { Segments } from '../../ui/form/segments';
import { Empty } from '../../ui/list/empty';
import { QueryFailure } from '../../ui/list/load-failure';
import { ShowMore } from '../../ui/list/show-more';
import { News, useNews } from '../../ui/message/news';
import { useAfterPause } from '../../ui/use-after-pause';
import { ListSearch, SEARCHING } from '../list-search';
import { Invitations } from './invitations';
import { PersonRow } from './person-row';

const KINDS = [
  { key: 'all', text: 'All' },
  { key: 'admins', text: 'Admins' },
  { key: 'contacts', text: 'Contacts' },
  { key: 'owners', text: 'Owners' },
] as const;

type Props = {
  /** The artist whose owner is to be invited: the form for that is open. */
  invited?: Named | undefined;
};

/** Who may sign in and as what, and who is invited. */
export function People({ invited }: Props) {
  const store = useStore();
  const { user } = useSession();
  const [text, setText] = useState('');
  const [filter, setFilter] = useState<PeopleFilter>({ kind: 'all', text: '' });
  const { tellNews, news } = useNews();
  const afterPause = useAfterPause();
  const resource = peopleResource(filter);
  const list = usePagedList(resource);
  const { data, error } = list;

  async function done(told: string): Promise<void> {
    await store.invalidate(['music_people']);
    tellNews(told);
  }
  function onType(typed: string): void {
    setText(typed);
    afterPause(() => setFilter((now) => ({ ...now, text: typed.trim() })));
  }
  return (
    <>
      <News {...news} />
      <Invitations invited={invited} onDone={done}>
        <div className="people-tools">
          <Segments
            label="Who"
            choices={KINDS}
            value={filter.kind}
            onChange={(kind) => setFilter((now) => ({ ...now, kind }))}
          />
          <ListSearch label="Search people" field={{ text, onType }} />
        </div>
        <QueryFailure what="The people" of={list} />
        <div role="status">
          {!data && error === undefined && <p className="tally late">{SEARCHING}</p>}
          {data && data.rows.length > 0 && (
            <p className="tally">{countedSoFar(data, 'person', 'people')}</p>
          )}
          {data?.rows.length === 0 && <Empty title="Nobody found." />}
        </div>
        {data && data.rows.length > 0 && (
          <ShowMore key={resource.key} what="people" of={list} onSay={tellNews}>
            <ul className="rows" role="list" aria-label="People">
              {data.rows.map((person) => (
                <PersonRow
                  key={person.id}
                  person={person}
                  isSelf={person.id === user?.id}
                  onDone={done}
                />
              ))}
            </ul>
          </ShowMore>
        )}
      </Invitations>
    </>
  );
}
