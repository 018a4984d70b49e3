import { daysAfter, weekdayAndDay } from '../../format';
import { isLate, NIGHT_ENDS, startDay } from '../../night';
import { type EventDraft, tidied } from './draft';
import type { Question } from './questions';
import { END_OF_DAY, timeOf } from './times';

/** What may be meant by the times of a draft, unless a person has said so of what `timesOf` tells of them. */
export function timeQuestion(
  before: EventDraft,
  typed: EventDraft,
  said: string | null,
): Question | null {
  const draft = tidied(typed);
  const times = timesOf(draft);
  if (times === timesOf(before) || times === said) return null;
  return whichHalf(typed) ?? whichMorning(draft) ?? whichNight(before, draft);
}

/** The day and the times of a draft, to know them again. */
export function timesOf(draft: EventDraft): string {
  const { date, door_time, start_time } = tidied(draft);
  return [date, door_time, start_time].join(' ');
}

/** '8:30', unlike '08:30', is written by people who mean the evening, too; before five it is asked which night it is. */
const OF_EITHER_HALF = /^[5-9][:.h]?\d\d$/i;

function whichHalf(typed: EventDraft): Question | null {
  const fields = (['door_time', 'start_time'] as const).filter((field) =>
    OF_EITHER_HALF.test(typed[field].trim()),
  );
  if (fields.length === 0) return null;
  const written = fields.map((field) => typed[field].trim()).join(' and ');
  const at = (half: 'am' | 'pm') =>
    Object.fromEntries(
      fields.map((field) => [field, timeOf(`${typed[field].trim()} ${half}`) ?? '']),
    );
  return {
    sentences: [`${written} can be in the morning or in the evening.`],
    answers: [
      { text: 'In the evening', fill: at('pm') },
      { text: 'In the morning', fill: at('am') },
    ],
  };
}

/** A start hours after the night, behind doors of the day before, is rather of that evening. */
function whichMorning({ date, door_time, start_time }: EventDraft): Question | null {
  const day = startDay({ date, door_time, start_time });
  if (day === date || start_time < NIGHT_ENDS) return null;
  const evening = `${Number(start_time.slice(0, 2)) + 12}${start_time.slice(2)}`;
  return {
    sentences: [`Doors at ${door_time}, start at ${start_time}: that is the next morning.`],
    answers: [
      { text: `It starts at ${evening}`, fill: { date, start_time: evening } },
      { text: `It starts on ${weekdayAndDay(day)}`, fill: { date, start_time } },
    ],
  };
}

/** People put what is after midnight on the day before, too; and what was late stays in its night unless they say so. */
function whichNight(before: EventDraft, draft: EventDraft): Question | null {
  const { date, door_time, start_time } = draft;
  const first = door_time || start_time;
  if (isOpen(draft)) {
    const what =
      first === END_OF_DAY ? 'Midnight is between two days' : `${first} is after midnight`;
    const times = { door_time: onClock(door_time), start_time: onClock(start_time) };
    return asking(`${what}. Which night is it?`, date, (end) => ({ ...times, date: end }));
  }
  if (!isOpen(before) || before.date !== date) return null;
  const was = `It was in the ${nightTo(date)}. Which one is it now?`;
  return asking(was, date, (end) => ({ door_time, start_time, date: daysAfter(end, -1) }));
}

function asking(
  sentence: string,
  date: string,
  fill: (end: string) => Partial<EventDraft>,
): Question {
  const answers = [date, daysAfter(date, 1)].map((end) => ({
    text: `From ${weekdayAndDay(daysAfter(end, -1))} to ${weekdayAndDay(end)}`,
    fill: fill(end),
  }));
  return { sentences: [sentence], answers };
}

const nightTo = (date: string) =>
  `night from ${weekdayAndDay(daysAfter(date, -1))} to ${weekdayAndDay(date)}`;

/** Whether it may be in either of two nights. */
function isOpen(draft: EventDraft): boolean {
  return isLate({ door_time: onClock(draft.door_time), start_time: onClock(draft.start_time) });
}

const onClock = (time: string) => (time === END_OF_DAY ? '00:00' : time);
