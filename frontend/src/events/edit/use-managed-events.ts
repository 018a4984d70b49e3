import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { attempt } from '../../api/client/explain';
import { useConfirm } from '../../api/client/use-confirm';
import type { Saved, Transaction } from '../../api/client/writes';
import { deleteEvent, inOrder } from '../../api/edit-events';
import { fetchEvent } from '../../api/events';
import { useStore } from '../../api/queries/query-store';
import { undoable } from '../../api/undo';
import { isPastEvent } from '../../event-state';
import { useSite } from '../../site';
import type { EventRecord, ListedEvent } from '../../types';
import { keepFocus } from '../../ui/focus';
import { forgetDraft, keptDraft, keptKey } from '../../ui/form/kept-drafts';
import { useDone } from '../../ui/list/use-done';
import { withFirst } from '../../ui/list/with-first';
import { EMPTY_DRAFT, type EventDraft, nextDayOf } from './draft';
import type { Choice } from './event-form';
import { nameOf } from './words';

/** A row, and where it stood before a form was opened. */
type Place = { event: EventRecord; top: number | undefined };

/** The form that is open: for a new event, which may be a copy of another, or for a saved one in its row. */
export type Opened =
  | { kind: 'add'; draft: EventDraft; artist: Choice | undefined; keepAs: string; copied?: Place }
  | { kind: 'edit'; event: EventRecord; keepAs: string; isStale: boolean; top: number | undefined };

/** The form that was asked for last, until it is there; `failure` says why it can not be. */
type Asked = { id: string; kind: Opened['kind']; failure: string | null };

/** The row that something was done to. */
type Marked = {
  event: ListedEvent;
  isSaved: boolean;
  takesFocus: boolean;
  /** Where its row stood before its form was opened. */
  top?: number | undefined;
};

export type ManagedEvents = ReturnType<typeof useManagedEvents>;

/** What a list of events is used for: one form at a time, what was done last, and the row that it was done to. */
export function useManagedEvents(artistId = '') {
  const { now } = useSite();
  const store = useStore();
  const [opened, setOpened] = useState<Opened | null>(null);
  // What is open by the time that an answer comes, and how often something else was asked for.
  const current = useRef<Opened | null>(null);
  const turns = useRef(0);
  /** The button that opens the form for a new event. */
  const opener = useRef<HTMLButtonElement>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const { setDone, note } = useDone();
  const [marked, setMarked] = useState<Marked | null>(null);

  function show(next: Opened | null): void {
    turns.current++;
    current.current = next;
    setAsked(null);
    setOpened(next);
  }

  function begin(next: Opened): void {
    flushSync(() => {
      setDone(null);
      // A search may list no row that this form could stand in.
      setMarked(next.kind === 'edit' ? { ...next, isSaved: false, takesFocus: false } : null);
      show(next);
    });
  }

  /** Of an artist who is not chosen in the form any more, where there is one. */
  function openNew(artist?: Choice): void {
    const artist_id = artist?.id ?? artistId;
    const draft = { ...EMPTY_DRAFT, artist_id };
    begin({ kind: 'add', draft, artist, keepAs: newEventOf(artist_id) });
  }

  /** Closes the form, and with it what was typed. */
  function cancel(): void {
    if (opened) forgetDraft(opened.keepAs);
    fold();
  }

  /** Closes the form; what was typed is there when it is opened again. */
  function fold(): void {
    if (opened?.kind === 'edit') {
      const { event, top } = opened;
      setMarked({ event, isSaved: false, takesFocus: true, top });
    } else {
      opener.current?.focus();
      if (opened?.copied) setMarked({ ...opened.copied, isSaved: false, takesFocus: true });
    }
    show(null);
  }

  /** A list has only what it shows; its form needs the whole record. Another form may have been opened by then. */
  const load = (id: string, kind: Opened['kind'], form: (event: EventRecord) => Opened) =>
    keepFocus(async () => {
      const turn = ++turns.current;
      const isNewest = () => turn === turns.current;
      setAsked({ id, kind, failure: null });
      const failed = await attempt(async () => {
        const event = await fetchEvent(id);
        if (isNewest()) begin(form(event));
      });
      if (failed && isNewest()) setAsked({ id, kind, failure: failed.message });
    });

  const edit = (id: string, top?: number) =>
    load(id, 'edit', (event) => {
      const newest = `event ${id} ${event.updated_at}`;
      const keepAs = keptKey(`event ${id} `) ?? newest;
      return { kind: 'edit', event, keepAs, isStale: keepAs !== newest, top };
    });

  const duplicate = (id: string, top?: number) =>
    load(id, 'add', (event) => ({
      kind: 'add',
      draft: nextDayOf(event),
      artist: event.artist,
      keepAs: `copy of ${id}`,
      copied: { event, top },
    }));

  /** Of the form that was open when it was sent, which may have given way to another. */
  function onSaved({ row: event, transaction }: Saved<EventRecord>, isLast: boolean): void {
    const former = opened?.kind === 'edit' ? opened : null;
    const closes = isLast && current.current?.keepAs === opened?.keepAs;
    const where = isPastEvent(event, now) ? ', to the past dates' : '';
    const text = `${former ? 'Saved' : 'Added'} ${nameOf(event)}${where}.`;
    const undone = former
      ? () => bringBack(former.event, 'is as it was')
      : async () => {
          await store.invalidate(['music_events']);
          setMarked(null);
          setDone({ text: `${nameOf(event)} has been removed.` });
        };
    flushSync(() => {
      setDone(undoable(text, transaction, setDone, undone));
      setMarked({ event, isSaved: true, takesFocus: closes, top: former?.top });
      if (closes) show(null);
    });
    // Of a date that is not listed here, no row takes it.
    if (closes && document.activeElement === document.body) opener.current?.focus();
  }

  function onDeleted(event: ListedEvent, transaction: Transaction): void {
    const text = `Deleted ${nameOf(event)}.`;
    setMarked(null);
    setDone(undoable(text, transaction, setDone, () => bringBack(event, 'is back')));
  }

  /** Shows an event as it was before what has been undone. */
  async function bringBack(event: ListedEvent, news: string): Promise<void> {
    await store.invalidate(['music_events']);
    flushSync(() => {
      setDone({ text: `${nameOf(event)} ${news}.` });
      setMarked({ event, isSaved: true, takesFocus: true });
    });
  }

  const unmark = () => setMarked(null);
  return {
    opened,
    /** What was typed into the form for a new event waits there. */
    isKept: !opened && keptDraft(newEventOf(artistId)) !== null,
    note,
    marked,
    asked,
    openNew,
    opener,
    cancel,
    fold,
    edit,
    duplicate,
    onSaved,
    onDeleted,
    unmark,
  };
}

/** Under which name what is typed into the form for a new event is kept. */
const newEventOf = (artistId: string) => `new event ${artistId}`;

/** The dates of a list, with the one that was just saved where it will be once they are read again. */
export function withSaved(
  events: ListedEvent[],
  marked: Marked | null,
  isNewestFirst = false,
): ListedEvent[] {
  if (!marked) return events;
  return inOrder(withFirst(events, marked.event), isNewestFirst);
}

/** Deletes an event after a question. */
export function useDeleteEvent(event: ListedEvent, onDeleted: ManagedEvents['onDeleted']) {
  const store = useStore();
  return useConfirm(
    async () => {
      const transaction = await deleteEvent(event.id);
      await store.invalidate(['music_events']);
      onDeleted(event, transaction);
    },
    `Not deleted: ${nameOf(event)}.`,
  );
}
