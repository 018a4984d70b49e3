import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { attempt, explain } from '../../api/client/explain';
import { siteNow } from '../../api/client/site-clock';
import type { Saved, Unconfirmed } from '../../api/client/writes';
import {
  actNamed,
  addEvent,
  type EventQuestion,
  questionsAbout,
  saveWithBill,
  updateEvent,
} from '../../api/edit-events';
import { eventResource, fetchEvent } from '../../api/events';
import { useStore } from '../../api/queries/query-store';
import { dayAndMonth } from '../../format';
import { oneLine } from '../../texts/visible';
import type { EventRecord } from '../../types';
import { keptDraft } from '../../ui/form/kept-drafts';
import { HELD, type Refusal, useForm } from '../../ui/form/use-form';
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
import { type Answer, newDateQuestion, type Question, questionFor } from './questions';
import { timeQuestion, timesOf } from './time-questions';
import { ago, nameOf } from './words';

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

type Codes = EventQuestion['code'][];

/** What is asked about a draft, and the codes that going on with it confirms. */
type Asked = Question & { about: EventDraft; codes: Codes };

/** The form of one event, new or saved: its questions, its save, and what to do about a stale one. */
export function useEventForm(options: EventFormOptions) {
  const { event, initial, keepAs, isStale, isSentAsList = false, onSaved } = options;
  const store = useStore();
  const [base, setBase] = useState<EventRecord | null>(event ?? null);
  const [question, setQuestion] = useState<Asked | null>(null);
  const [differences, setDifferences] = useState(() => (isStale ? kept(keepAs, initial) : []));
  const [changedWhen, setChangedWhen] = useState('');
  const confirmed = useRef<Asked>(null);
  const saidOfTimes = useRef<string>(null);
  const staysOpen = useRef(false);
  const before = base ? draftOf(base) : EMPTY_DRAFT;
  const form = useForm<EventDraft>({
    initial,
    keepAs,
    check: (draft) => checkEvent(before, draft),
    failed: ({ date, venue }) =>
      event
        ? `Not saved: your changes to ${nameOf(event)}.`
        : `Not added: ${dayAndMonth(date)}, ${oneLine(venue)}.`,
    submit: async (draft) => {
      const next = timeQuestion(before, draft, saidOfTimes.current) ?? whetherMoved(draft);
      return next ? ask(draft, next) : save(draft);
    },
  });

  function whetherMoved(draft: EventDraft): Question | null {
    return confirmed.current?.about === draft ? null : newDateQuestion(before, draft);
  }

  function ask(about: EventDraft, next: Question, codes: Codes = []): Refusal {
    flushSync(() => setQuestion({ ...next, about, codes }));
    return HELD;
  }

  async function save(sent: EventDraft): Promise<Refusal | null> {
    const codes = confirmed.current?.about === sent ? confirmed.current.codes : [];
    const name = oneLine(sent.new_name);
    const draft = name ? withName(sent, { name }) : sent;
    const answer = await write(draft, codes).catch(explain);
    if ('row' in answer) return finish(answer, sent);
    if ('questions' in answer) {
      const { questions } = answer;
      const all = [...codes, ...questions.map(({ code }) => code)];
      return ask(sent, questionFor(before, draft, questions), all);
    }
    return answer.kind === 'conflict' && base ? merge(base.id, sent) : answer;
  }

  /** One call saves a date with its bill, or asks; about a date alone it only asks, and the protocol's own write saves it. */
  async function write(
    draft: EventDraft,
    codes: Codes,
  ): Promise<Saved<EventRecord> | Unconfirmed<EventQuestion>> {
    const changes = changesOf(before, draft);
    const changed = changedFields(before, draft);
    if (changed.includes('bill')) return saveWithBill(base, changes, namesOf(draft), codes);
    const isOtherShow = SHOW.some((field) => changed.includes(field));
    const questions = isOtherShow ? await questionsAbout(base, changes, codes) : [];
    if (questions.length > 0) return { questions };
    return base ? updateEvent(base, changes) : addEvent(changes, isSentAsList);
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
    const following = () => (isLast ? initial : followingDraft(tidied(sent)));
    // What was typed while it was saved comes back when the form is opened again; nothing else is kept by then.
    flushSync(() => form.reset(event ? draftOf(saved.row) : following(), form.typedSince()));
    if (!isLast) form.form.ref.current?.querySelector<HTMLElement>('[name="date"]')?.focus();
    onSaved(saved, isLast);
    return null;
  }

  async function merge(id: string, sent: EventDraft): Promise<Refusal> {
    let answer = HELD;
    const failure = await attempt(async () => {
      const newest = await fetchEvent(id);
      const when = ago(newest.updated_at, await siteNow());
      const name = oneLine(sent.new_name);
      const mine = name ? withName(sent, await actNamed(name)) : sent;
      const { merged, differences } = mergeEvent(before, mine, draftOf(newest));
      flushSync(() => {
        setBase(newest);
        setDifferences(differences);
        setChangedWhen(when);
        form.fill({ ...merged, new_name: '', ...form.typedSince() });
      });
      if (differences.length === 0) answer = { message: sameAs(when) };
    });
    return failure ?? answer;
  }

  /** Goes on with what was typed, or asks the next question about what the answer fills in. */
  function answer({ fill }: Answer): void {
    if (fill) {
      // What says the half of the day leaves open which night or morning it is.
      if (fill.date) saidOfTimes.current = timesOf({ ...form.values, ...fill });
      flushSync(() => form.fill(fill));
    } else {
      confirmed.current = question;
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

/** Who plays where on which day: what is asked about depends on it. */
const SHOW = ['artist_id', 'venue', 'date'] as const;

/** Where what was typed into an older version differs from the newest. */
function kept(key: string, newest: EventDraft): Difference[] {
  const typed = { ...newest, ...keptDraft<Partial<EventDraft>>(key) };
  return mergeEvent(newest, typed, newest).differences;
}

const sameAs = (when: string) =>
  `Someone saved this date ${when} exactly as you have it. You can save again if you like.`;
