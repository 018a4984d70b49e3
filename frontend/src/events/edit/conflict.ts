import { merged } from '../../ui/form/values';
import { type EventDraft, FIELDS, type Field, tidied } from './draft';

/** A field that somebody else saved differently than it was typed. */
export type Difference = { field: Field; mine: string; theirs: string };

/**
 * What to do when somebody else saved the event first: each field keeps what was typed if it was changed, and takes what
 * they saved if not. All fields that differ are shown, and can be decided otherwise.
 */
export function mergeEvent(
  before: EventDraft,
  typed: EventDraft,
  newest: EventDraft,
): { merged: EventDraft; differences: Difference[] } {
  const mine = tidied(typed);
  const differing = FIELDS.filter((field) => mine[field] !== newest[field]);
  const differences = differing.map((field) => ({
    field,
    mine: mine[field],
    theirs: newest[field],
  }));
  return { merged: merged(before, mine, newest), differences };
}
