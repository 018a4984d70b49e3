import type { EventQuestion, SameDay } from '../../api/edit-events';
import { longDate } from '../../format';
import { paths } from '../../paths';
import type * as asked from '../../ui/form/question-box';
import { type EventDraft, tidied } from './draft';

/** What a person is asked about an event before it is saved; an answer may fill in another day. */
export type Question = asked.Question<EventDraft>;
export type Answer = asked.Answer<EventDraft>;

/** All that is `asked` about a draft, in words. */
export function questionFor(
  before: EventDraft,
  typed: EventDraft,
  asked: EventQuestion[],
): Question {
  const draft = tidied(typed);
  const [verb, again] = before.date ? ['Save', 'Save it anyway'] : ['Add', 'Add it again'];
  const sentences = asked.map((question) => inWords(question, draft));
  const twin = asked.find((question) => question.code === 'same_day');
  if (twin) return { ...one(sentences, again), see: paths.event(twin.id) };
  const isPassed = asked.some(({ code }) => code === 'passed');
  return one(sentences, isPassed ? `${verb} it to the past dates` : verb);
}

/** Whoever gives a postponed show another day has mostly found its new date, which visitors are to see beside the old one. */
export function newDateQuestion(before: EventDraft, { date, status }: EventDraft): Question | null {
  const isOpen =
    status === 'postponed' || (before.status === 'postponed' && status === 'scheduled');
  if (!isOpen || !before.date || date === before.date) return null;
  return {
    sentences: [`Is ${longDate(date)} the new date of this show?`],
    answers: [
      { text: 'Yes, it has moved', fill: { status: 'moved' } },
      { text: 'No, only correct the date' },
    ],
  };
}

function inWords(asked: EventQuestion, { date }: EventDraft): string {
  if (asked.code === 'passed') return `${longDate(date)} has passed.`;
  if (asked.code === 'far') return `That is in ${date.slice(0, 4)}. Is the year right?`;
  return `${asked.artist.name} already plays ${asked.venue} on that day${at(asked)}.`;
}

const one = (sentences: string[], text: string): Question => ({ sentences, answers: [{ text }] });

const at = ({ start_time }: SameDay) => (start_time ? `, at ${start_time}` : '');
