import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { siteNow } from '../../api/announcements';
import { attempt } from '../../api/client/explain';
import type { Saved } from '../../api/client/writes';
import { actNamed, addEvent, fetchSameDay, saveBill, updateEvent } from '../../api/edit-events';
import { eventResource, fetchEvent } from '../../api/events';
import { useStore } from '../../api/queries/query-store';
import { useSite } from '../../site';
import type { EventRecord } from '../../types';
import { keptDraft } from '../../ui/form/kept-drafts';
import { HELD, type Refusal, useForm } from '../../ui/form/use-form';
import { oneLine } from '../../visible';
import { type Difference, mergeEvent } from './conflict';
import {
  changedFields,
  changesOf,
  checkEvent,
  draftOf,
  EMPTY_DRAFT,
  type EventDraft,
  followingDraft,
  namesOf,
  tidied,
  withName,
} from './draft';
import { type Answer, isMoved, type Question, questionFor, timesOf } from './questions';
import { ago } from './words';

export type EventFormOptions = {
  /** The event that is edited; absent for a new one. */
  event?: EventRecord | undefined;
  initial: EventDraft;
  keepAs: string;
  isStale?: boolean | undefined;
  /** The profile adds a list of one event, the panel a single one. */
  isSentAsList?: boolean | undefined;
  /** `isLast` is false when the form stays open for another event. */
  onSaved: (saved: Saved<EventRecord>, isLast: boolean) => void;
};

/** The form of one event, new or saved: its questions, its save in two steps, and what to do about a stale one. */
export function useEventForm(options: EventFormOptions) {
  const { event, initial, keepAs, isStale, isSentAsList = false, onSaved } = options;
  const store = useStore();
  const { timezone: zone, now } = useSite();
  const [base, setBase] = useState<EventRecord | null>(event ?? null);
  const [question, setQuestion] = useState<(Question & { about: EventDraft }) | null>(null);
  const [differences, setDifferences] = useState(() => (isStale ? kept(keepAs, initial) : []));
  const [changedWhen, setChangedWhen] = useState('');
  const confirmed = useRef<EventDraft>(null);
  const saidOfNight = useRef<string>(null);
  const staysOpen = useRef(false);
  const before = base ? draftOf(base) : EMPTY_DRAFT;
  const form = useForm<EventDraft>({
    initial,
    keepAs,
    check: (draft) => checkEvent(before, draft),
    submit: async (draft) => (await ask(draft)) ?? (await save(draft)),
  });

  async function withTypedName(draft: EventDraft): Promise<EventDraft> {
    const name = oneLine(draft.new_name);
    return name ? withName(draft, await actNamed(name)) : draft;
  }

  async function ask(draft: EventDraft): Promise<Refusal | null> {
    if (confirmed.current === draft) return null;
    const { artist_id, date } = draft;
    const sameDay = isMoved(before, draft)
      ? await fetchSameDay(artist_id, date, base?.id).catch(() => [])
      : [];
    const circumstances = { now: new Date(now), zone, sameDay, saidOfNight: saidOfNight.current };
    const next = questionFor(before, draft, circumstances);
    if (!next) return null;
    flushSync(() => setQuestion({ ...next, about: draft }));
    return HELD;
  }

  async function save(sent: EventDraft): Promise<Refusal | null> {
    const draft = await withTypedName(sent);
    let saved: Saved<EventRecord> | null = null;
    const failure = await attempt(async () => {
      const changes = changesOf(before, draft);
      if (changes.published_at === '') changes.published_at = (await siteNow()).toISOString();
      saved = base ? await updateEvent(base, changes) : await addEvent(changes, isSentAsList);
    });
    if (failure?.kind === 'conflict' && base) return merge(base.id, sent, draft);
    if (failure || !saved) return failure;
    return saveNames(saved, sent, draft);
  }

  /** The second step. When it fails the event is there already: from then on the form edits it, as it is by then. */
  async function saveNames(
    saved: Saved<EventRecord>,
    sent: EventDraft,
    draft: EventDraft,
  ): Promise<Refusal | null> {
    let whole = saved;
    const failure = await attempt(async () => {
      if (!changedFields(before, draft).includes('bill')) return;
      whole = { row: await saveBill(saved.row, namesOf(draft)), transaction: null };
    });
    if (!failure) return finish(whole, sent);
    const row = await fetchEvent(saved.row.id).catch(() => saved.row);
    show(row);
    setBase(row);
    return { message: 'The date is saved, but its bill is not. Save again to retry.' };
  }

  /** As its save returned it; the lists are read again meanwhile. */
  function show(saved: EventRecord): void {
    const resource = eventResource(saved.id);
    store.set(resource, saved);
    store.put('music_events', saved);
    void store.invalidate(['music_events'], resource);
  }

  function finish(saved: Saved<EventRecord>, sent: EventDraft): null {
    show(saved.row);
    const isLast = !staysOpen.current || event !== undefined;
    setDifferences([]);
    if (!isLast) {
      const since = form.typedSince(sent);
      flushSync(() => {
        setBase(null);
        form.reset(followingDraft(tidied(sent)));
        form.fill(since);
      });
      form.form.ref.current?.querySelector<HTMLElement>('[name="date"]')?.focus();
    }
    onSaved(saved, isLast);
    return null;
  }

  async function merge(id: string, sent: EventDraft, draft: EventDraft): Promise<Refusal> {
    let answer = HELD;
    const failure = await attempt(async () => {
      const newest = await fetchEvent(id);
      const when = ago(newest.updated_at, await siteNow());
      const { merged, differences } = mergeEvent(before, draft, draftOf(newest));
      flushSync(() => {
        setBase(newest);
        setDifferences(differences);
        setChangedWhen(when);
        form.fill({ ...merged, new_name: '', ...form.typedSince(sent) });
      });
      if (differences.length === 0) answer = { message: sameAs(when) };
    });
    return failure ?? answer;
  }

  /** Goes on with what was typed, or asks the next question about what the answer fills in. */
  function answer({ fill }: Answer): void {
    if (fill) {
      saidOfNight.current = timesOf({ ...form.values, ...fill });
      flushSync(() => form.fill(fill));
    } else {
      confirmed.current = form.values;
    }
    form.form.ref.current?.requestSubmit();
  }

  function submit(isKeptOpen: boolean): void {
    staysOpen.current = isKeptOpen;
    form.form.ref.current?.requestSubmit();
  }

  return {
    ...form,
    before,
    isNew: base === null,
    differences,
    changedWhen,
    /** What is asked about the draft as it is typed now. */
    question: question?.about === form.values ? question : null,
    dropQuestion: () => setQuestion(null),
    startOver: () => {
      setDifferences([]);
      form.reset();
    },
    answer,
    add: () => {
      staysOpen.current = false;
    },
    submit,
  };
}

/** Where what was typed into an older version differs from the newest. */
function kept(key: string, newest: EventDraft): Difference[] {
  const typed = { ...newest, ...keptDraft<Partial<EventDraft>>(key) };
  return mergeEvent(newest, typed, newest).differences;
}

const sameAs = (when: string) =>
  `Someone saved this date ${when} exactly as you have it. You can save again if you like.`;
