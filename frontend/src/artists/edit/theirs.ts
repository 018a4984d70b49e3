/** What two people have changed at once: what is typed replaces it, so whoever saves last sees it first. */

type Texts = Readonly<Record<string, string>>;

/** A field, and what the other person saved in it. */
export type Theirs = { label: string; text: string };

/** The fields with these labels that another person has saved otherwise than they were, and than they are typed. */
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
