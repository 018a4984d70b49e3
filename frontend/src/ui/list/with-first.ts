/** The rows of a list, and before them one that is not among them. */
export function withFirst<T extends { id: string }>(
  rows: readonly T[],
  first: T | null | undefined,
): T[] {
  return first && !rows.some(({ id }) => id === first.id) ? [first, ...rows] : [...rows];
}
