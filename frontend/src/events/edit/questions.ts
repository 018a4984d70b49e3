import { daysAfter, longDate } from '../../format';
import { paths } from '../../paths';
import type { Question } from '../../ui/form/question-box';
import { instantOf, localOf } from './announce/instants';
import { type EventDraft, tidied } from './draft';

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
};

const FAR_DAYS = 2 * 365;

/** `before` is the saved event as a draft, or the empty one; `sameDay` are the artist's other events of the day. */
export function questionFor(
  before: EventDraft,
  typed: EventDraft,
  { now, zone, sameDay }: Circumstances,
): Question | null {
  const draft = tidied(typed);
  const verb = before.date ? 'Save' : 'Add';
  const isNew = draft.date !== before.date;
  const passed = isNew && hasPassed(draft, now, zone);
  const far = isNew && draft.date > daysAfter(localOf(now, zone).slice(0, 10), FAR_DAYS);
  const moves = (['artist_id', 'venue', 'date'] as const).some((key) => draft[key] !== before[key]);
  const twin = moves && sameDay.find(({ venue }) => isSame(venue, draft.venue));
  const sentences = [
    passed && `${longDate(draft.date)} has passed.`,
    far && `That is in ${draft.date.slice(0, 4)}. Is the year right?`,
    twin && `${twin.artist.name} already plays ${twin.venue} on that day${at(twin)}.`,
  ].filter((sentence) => typeof sentence === 'string');
  if (sentences.length === 0) return null;
  if (twin)
    return {
      sentences,
      action: verb === 'Add' ? 'Add it again' : 'Save it anyway',
      see: paths.event(twin.id),
    };
  if (passed) return { sentences, action: `${verb} it to the past dates` };
  return { sentences, action: verb === 'Add' ? 'Add' : 'Save' };
}

/** From 05:00 of the following day on, where it takes place. */
function hasPassed({ date, timezone }: EventDraft, now: Date, zone: string): boolean {
  const end = instantOf(`${daysAfter(date, 1)}T05:00`, timezone || zone);
  return end !== null && Date.parse(end) <= now.getTime();
}

const isSame = (a: string, b: string) => a.trim().toLowerCase() === b.toLowerCase();

const at = ({ start_time }: SameDay) => (start_time ? `, at ${start_time}` : '');
