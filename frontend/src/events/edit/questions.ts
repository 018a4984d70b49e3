import type { EventQuestion, SameDay } from '../../api/edit-events';
import { daysAfter, longDate, weekdayAndDay } from '../../format';
import { endDay, endsAt, isLate } from '../../night';
import { paths } from '../../paths';
import type * as asked from '../../ui/form/question-box';
import { instantOf, localOf } from './announce/instants';
import { type EventDraft, tidied } from './draft';
import { END_OF_DAY } from './times';

/** What a person is asked about an event before it is saved; an answer may fill in another day. */
export type Question = asked.Question<EventDraft>;
export type Answer = asked.Answer<EventDraft>;

const FAR_DAYS = 2 * 365;

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

type Circumstances = {
  now: Date /** The site's. */;
  zone: string;
  /** The artist's other events of the day; none where the save cannot put two in one place. */
  sameDay: SameDay[];
};

/** What the service asks of a save with a bill, asked of a draft; `before` is the saved event as one, or the empty one. */
export function toConfirm(
  before: EventDraft,
  typed: EventDraft,
  { now, zone, sameDay }: Circumstances,
): EventQuestion[] {
  const draft = tidied(typed);
  const isNew = draft.date !== before.date;
  const isFar = draft.date > daysAfter(localOf(now, zone).slice(0, 10), FAR_DAYS);
  const twin = sameDay.find(({ venue }) => isSame(venue, draft.venue));
  const questions: EventQuestion[] = [];
  if (isNew && hasPassed(draft, now, zone)) questions.push({ code: 'passed' });
  if (isNew && isFar) questions.push({ code: 'far' });
  if (twin) questions.push({ code: 'same_day', ...twin });
  return questions;
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

/** Whether it may be where another is already. */
export function isMoved(before: EventDraft, typed: EventDraft): boolean {
  const draft = tidied(typed);
  return (['artist_id', 'venue', 'date'] as const).some((key) => draft[key] !== before[key]);
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

/** From the end of its night on, where it takes place. */
function hasPassed(draft: EventDraft, now: Date, zone: string): boolean {
  const end = instantOf(`${endDay(draft)}T${endsAt(draft)}`, draft.timezone || zone);
  return end !== null && Date.parse(end) <= now.getTime();
}

const isSame = (a: string, b: string) => a.trim().toLowerCase() === b.toLowerCase();

const at = ({ start_time }: SameDay) => (start_time ? `, at ${start_time}` : '');
