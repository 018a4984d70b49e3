import { type Ref, useImperativeHandle, useState } from 'react';
import { can } from '../account/can';
import { useSession } from '../account/session/session';
import { useLasting } from '../account/use-lasting';
import {
  preparedArtistSearch,
  preparedArtists,
  preparedEventSearch,
  preparedEvents,
} from '../api/announcements';
import { allPastResource, pastSearch } from '../api/edit-events';
import type { ListResource } from '../api/queries/query-store';
import type { Choice, Choices } from '../events/edit/event-form';
import { AddEventButton, NewEvent } from '../events/edit/new-event';
import { useManagedEvents, withSaved } from '../events/edit/use-managed-events';
import { countedSoFar } from '../format';
import type { ListedEvent } from '../types';
import { Button } from '../ui/button';
import { PLUS } from '../ui/form/icons';
import { DoneNote } from '../ui/list/done-note';
import { Empty } from '../ui/list/empty';
import { QueryFailure } from '../ui/list/load-failure';
import { ShowMore } from '../ui/list/show-more';
import { EventRow } from './event-row';
import { atEachLetter, ListSearch, useSearchedList } from './list-search';
import { OnlyFor, Pane } from './pane';

/** Opens the form for a new date of this artist. */
export type AddDate = (artist: Choice) => void;

type PaneProps = {
  addDate: Ref<AddDate>;
  /** The table that was imported instead was just closed. */
  wasImporting: boolean;
  onImport: () => void;
};

/** The dates: those of every artist for whoever may change them, and for others the sentence that says who may. */
export function ManageEvents(props: PaneProps) {
  const session = useSession();
  const mayChange = useLasting(can.changeEvents(session));
  if (mayChange) return <ManagedDates {...props} />;
  return (
    <Pane title="Manage Events">
      {session.isChecked && (
        <OnlyFor>Only admins and music contacts can add, edit or delete events.</OnlyFor>
      )}
    </Pane>
  );
}

function ManagedDates({ addDate, wasImporting, onImport }: PaneProps) {
  const session = useSession();
  const artists = useSearchedList(preparedArtists, preparedArtistSearch, 'artist');
  const managed = useManagedEvents();
  useImperativeHandle(addDate, () => managed.openNew);
  const [showsPast, setShowsPast] = useState(false);
  const choices = {
    artists: artists.data?.rows ?? [],
    search: <ListSearch label="Find an artist" field={artists.field} />,
  };
  function togglePast(): void {
    managed.unmark();
    setShowsPast(!showsPast);
  }
  const list = { managed, choices, showsPast, onTogglePast: togglePast };
  return (
    <Pane
      title="Manage Events"
      aside={
        <div className="form__act">
          <Button look="line" icon={PLUS} onClick={onImport} autoFocus={wasImporting}>
            Several at once
          </Button>
          <AddEventButton managed={managed} />
        </div>
      }
    >
      {!can.changeArtists(session) && (
        <OnlyFor>You look after dates: you can add, edit and delete those of every artist.</OnlyFor>
      )}
      <NewEvent managed={managed} choices={choices} />
      {showsPast ? (
        <EventRows key="past" all={allPastResource} find={pastSearch} {...list} />
      ) : (
        <EventRows key="upcoming" all={preparedEvents} find={preparedEventSearch} {...list} />
      )}
      <DoneNote {...managed.note} />
    </Pane>
  );
}

type Props = {
  all: ListResource<ListedEvent>;
  find: (search: string) => ListResource<ListedEvent>;
  managed: ReturnType<typeof useManagedEvents>;
  choices: Choices;
  showsPast: boolean;
  onTogglePast: () => void;
};

function EventRows({ all, find, managed, choices, showsPast, onTogglePast }: Props) {
  const list = useSearchedList(all, find, 'event');
  const { data, isSearched, field } = list;
  const rows = withSaved(data?.rows ?? [], managed.marked, showsPast);
  const which = showsPast ? 'past events' : 'upcoming events';
  return (
    <>
      <ListSearch label="Search events" field={atEachLetter(field, managed.unmark)} />
      <div className="tally">
        <span>{data && data.rows.length > 0 && countedSoFar(data, 'date')}</span>
        <label className="check">
          <input type="checkbox" checked={showsPast} onChange={onTogglePast} />
          Show past dates
        </label>
      </div>
      {data && rows.length > 0 && (
        <ShowMore key={list.key} what="events" of={list}>
          <ul className="rows" role="list">
            {rows.map((event) => (
              <EventRow key={event.id} event={event} choices={choices} managed={managed} />
            ))}
          </ul>
        </ShowMore>
      )}
      {data && rows.length === 0 && (
        <Empty
          title={isSearched ? `No ${which} found.` : `No ${which}${showsPast ? '' : ' scheduled'}.`}
          hint={isSearched && 'Search looks at names, cities and venues, not at dates.'}
        />
      )}
      <QueryFailure what="The events" of={list} />
    </>
  );
}
