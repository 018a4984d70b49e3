import { countedSoFar } from '../../format';

type Props = { list: { rows: unknown[]; count: number } | undefined; noun: string };

/** How long a list is; nothing of an empty one, which says so itself. */
export function Count({ list, noun }: Props) {
  if (!list || list.rows.length === 0) return null;
  return <p className="note">{countedSoFar(list, noun)}</p>;
}
