import type { EventQuestion, SameDay } from '../../api/edit-events';
import { daysAfter, longDate, weekdayAndDay } from '../../format';
import { isLate } from '../../night';
import { paths } from '../../paths';
import type * as asked from '../../ui/form/question-box';
import { type EventDraft, tidied } from './draft';
import { END_OF_DAY } from './times';

/** What a person is asked about an event before it is saved; an answer may fill in another day. */
export type Question = asked.Question<EventDraft>;
export type Answer = asked.Answer<EventDraft>;

/** Which of two nights times after midnight are in, unless a person has said so of what `timesOf` tells of them. */
export function nightQuestion(
  before: EventDraft,
  typed: EventDraft,
  said: string | null,
): Question | null {
  const draft = tidied(typed);
  const times = timesOf(draft);
  return times !== timesOf(before) && times !== said && isOpen(draft) ? whichNight(draft) : null;
}

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

function inWords(asked: EventQuestion, { date }: EventDraft): string {
  if (asked.code === 'passed') return `${longDate(date)} has passed.`;
  if (asked.code === 'far') return `That is in ${date.slice(0, 4)}. Is the year right?`;
  return `${asked.artist.name} already plays ${asked.venue} on that day${at(asked)}.`;
}

const one = (sentences: string[], text: string): Question => ({ sentences, answers: [{ text }] });

/** The day and the times of a draft, to know them again. */
export function timesOf(draft: EventDraft): string {
  const { date, door_time, start_time } = tidied(draft);
  return [date, door_time, start_time].join(' ');
}

/** Whether it may be in either of two nights: people put what is after midnight on the day before, too. */
function isOpen(draft: EventDraft): boolean {
  return isLate({ door_time: onClock(draft.door_time), start_time: onClock(draft.start_time) });
}

const onClock = (time: string) => (time === END_OF_DAY ? '00:00' : time);

function whichNight({ date, door_time, start_time }: EventDraft): Question {
  const times = { door_time: onClock(door_time), start_time: onClock(start_time) };
  const first = door_time || start_time;
  const what = first === END_OF_DAY ? 'Midnight is between two days' : `${first} is after midnight`;
  const answers = [date, daysAfter(date, 1)].map((day) => ({
    text: `From ${weekdayAndDay(daysAfter(day, -1))} to ${weekdayAndDay(day)}`,
    fill: { ...times, date: day },
  }));
  return { sentences: [`${what}. Which night is it?`], answers };
}

const at = ({ start_time }: SameDay) => (start_time ? `, at ${start_time}` : '');
