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

/** An event of the same artist on the same day. */
export type SameDay = {
  id: string;
  venue: string;
  start_time: string | null;
  artist: { name: string };
};

type Circumstances = {
  now: Date /** The site's. */;
  zone: string;
  sameDay: SameDay[];
  /** What a person has said already of the night, as `timesOf` tells it. */
  saidOfNight: string | null;
};

const FAR_DAYS = 2 * 365;

/** `before` is the saved event as a draft, or the empty one; `sameDay` are the artist's other events of the day. */
export function questionFor(
  before: EventDraft,
  typed: EventDraft,
  { now, zone, sameDay, saidOfNight }: Circumstances,
): Question | null {
  const draft = tidied(typed);
  const times = timesOf(draft);
  if (times !== timesOf(before) && times !== saidOfNight && isOpen(draft)) return whichNight(draft);
  const verb = before.date ? 'Save' : 'Add';
  const isNew = draft.date !== before.date;
  const passed = isNew && hasPassed(draft, now, zone);
  const far = isNew && draft.date > daysAfter(localOf(now, zone).slice(0, 10), FAR_DAYS);
  const twin = isMoved(before, draft) && sameDay.find(({ venue }) => isSame(venue, draft.venue));
  const sentences = [
    passed && `${longDate(draft.date)} has passed.`,
    far && `That is in ${draft.date.slice(0, 4)}. Is the year right?`,
    twin && `${twin.artist.name} already plays ${twin.venue} on that day${at(twin)}.`,
  ].filter((sentence) => typeof sentence === 'string');
  if (sentences.length === 0) return null;
  if (twin) {
    const text = verb === 'Add' ? 'Add it again' : 'Save it anyway';
    return { ...one(sentences, text), see: paths.event(twin.id) };
  }
  if (passed) return one(sentences, `${verb} it to the past dates`);
  return one(sentences, verb === 'Add' ? 'Add' : 'Save');
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
