import '../../styles/work';
import { useState } from 'react';
import { Held } from '../../account/held';
import { announcementOf } from '../../announcement';
import { unannouncedArtists } from '../../api/announcements';
import { useConfirm } from '../../api/client/use-confirm';
import { deleteEvent, updateEvent } from '../../api/edit-events';
import { eventResource, fetchEvent } from '../../api/events';
import { type Store, useResource, useStore } from '../../api/queries/query-store';
import { undoable } from '../../api/undo';
import { longDate } from '../../format';
import { paths } from '../../paths';
import type { EventRecord } from '../../types';
import { ConfirmDelete } from '../../ui/dialog/confirm-delete';
import { DoneNote } from '../../ui/list/done-note';
import { reveal } from '../../ui/list/reveal';
import { tell } from '../../ui/message/tell';
import { tellDone } from '../../ui/message/tell-done';
import { goTo, Link } from '../../ui/router';
import { Announcement } from './announce/announcement';
import { EventEditor } from './event-editor';
import { AddEventButton, NewEvent } from './new-event';
import { RowActions } from './row-actions';
import { useManagedEvents } from './use-managed-events';
import { nameOf } from './words';

/** `canChange` is false once the session is over: what is open then waits for the next one. */
type Props = { event: EventRecord; canChange: boolean };

/** On an event's own page: edit it, copy it to another day, or delete it. */
export function EventTools({ event, canChange }: Props) {
  const store = useStore();
  const managed = useManagedEvents(event.artist_id);
  const confirm = useDeleteAndLeave(event);
  const [wasOpen, setWasOpen] = useState(false);
  const { opened, marked, cancel, fold, onSaved } = managed;
  const name = `${event.venue}, ${longDate(event.date)}`;
  if (opened && !wasOpen) setWasOpen(true);
  if (opened?.kind === 'edit') {
    return (
      <Held>
        <EventEditor {...opened} onSaved={onSaved} onCancel={cancel} onFold={fold} />
      </Held>
    );
  }
  if (confirm.isAsking && canChange) {
    return (
      <ConfirmDelete
        className="addbox"
        confirm={confirm}
        question="Delete this event?"
        subject={name}
        action="Delete event"
      />
    );
  }
  const copy = marked && marked.event.id !== event.id ? marked.event : null;
  return (
    <>
      {canChange && (
        <>
          <Announcement
            what="event"
            publishedAt={event.published_at}
            onAnnounce={() => announce(event.id, store)}
          />
          <ArtistWaits artist={event.artist} />
          {opened ? (
            <AddEventButton managed={managed} />
          ) : (
            <div key="tools" tabIndex={-1} ref={wasOpen ? reveal : undefined}>
              <RowActions
                className="event-tools"
                id={event.id}
                name={name}
                managed={managed}
                confirm={confirm}
              />
            </div>
          )}
        </>
      )}
      {opened && (
        <Held>
          <NewEvent managed={managed} artist={event.artist} />
        </Held>
      )}
      {canChange && <DoneNote {...managed.note} />}
      {copy && (
        <Link className="btn btn--line" href={paths.event(copy.id)}>
          Show the new date
        </Link>
      )}
    </>
  );
}

/** Says of an announced event why nobody sees it all the same. */
function ArtistWaits({ artist: { id, name } }: Pick<EventRecord, 'artist'>) {
  const isWaiting = useResource(unannouncedArtists).data?.some((artist) => artist.id === id);
  if (!isWaiting) return null;
  return (
    <p className="form__note announcement">
      {`${name} is not announced yet. Until then only those who may edit this event see it.`}
    </p>
  );
}

/** As it is by now: somebody may have changed it since the page was opened. */
async function announce(id: string, store: Store): Promise<void> {
  const resource = eventResource(id);
  const newest = await fetchEvent(id);
  const isWaiting = announcementOf(newest) !== '';
  const { row } = isWaiting ? await updateEvent(newest, { published_at: 'now' }) : { row: newest };
  store.set(resource, row);
  await store.invalidate(['music_events'], resource);
}

/** Deletes the event after a question. Its page is gone by then: one stands on its artist's, which says so. */
function useDeleteAndLeave(event: EventRecord) {
  const store = useStore();
  return useConfirm(
    async () => {
      const transaction = await deleteEvent(event.id);
      await store.invalidate(['music_events'], eventResource(event.id));
      goTo(paths.artist(event.artist.id), 'replaceState');
      const text = `Deleted ${nameOf(event)}.`;
      tellDone(undoable(text, transaction, tellDone, () => comeBack(store, event)));
    },
    `Not deleted: ${nameOf(event)}.`,
  );
}

/** Shows the page of an event that is back. */
async function comeBack(store: Store, event: EventRecord): Promise<void> {
  await store.load(eventResource(event.id));
  await store.invalidate(['music_events']);
  goTo(paths.event(event.id), 'replaceState');
  tell(`${nameOf(event)} is back.`);
}
