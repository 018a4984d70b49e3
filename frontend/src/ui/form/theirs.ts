/** What two people have changed at once: whoever saves last sees first what that replaces. */

type Texts = Readonly<Record<string, string>>;

/** A field, and what the other person saved in it. */
export type Theirs = { label: string; text: string };

/** Of the fields with these labels, those that both have changed: `before` is what stood there for both. */
export function theirsOf(
  labels: Texts,
  before: Texts,
  typed: Texts,
  newest: Texts,
): readonly Theirs[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    const [was, mine, text] = [before[field], typed[field], newest[field]];
    const isBoth = mine !== was && text !== was && text !== mine;
    return isBoth && text !== undefined ? [{ label, text }] : [];
  });
}
