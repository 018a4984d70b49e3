import { type ReactNode, useId, useState } from 'react';
import type { PreviewRow } from '../../api/client/tables';
import { Button } from '../../ui/button';
import type { Sorted } from './rows';

const SHOWN = 100;

/** Which rows are shown. */
export type Shown = 'all' | 'problems' | 'left';

type FilterProps = { value: Shown; onChange: (value: Shown) => void; all: number; of: Sorted };

/** Chooses which rows are shown, and says how many there are of each kind. */
export function RowFilter({ value, onChange, all, of }: FilterProps) {
  const name = useId();
  const choices = [
    { key: 'all', label: 'All', count: all },
    { key: 'problems', label: 'Problems', count: of.problems.length },
    { key: 'left', label: 'Left out', count: of.left.length },
  ] as const;
  return (
    <div className="seg" role="radiogroup" aria-label="Which rows">
      {choices.map(({ key, label, count }) => (
        <label key={key}>
          <input type="radio" name={name} checked={value === key} onChange={() => onChange(key)} />
          {label} <span>{count}</span>
        </label>
      ))}
    </div>
  );
}

/** A table may have thousands of rows: they come to the page in parts. */
export function RowList({
  rows,
  children,
}: {
  rows: PreviewRow[];
  children: (row: PreviewRow) => ReactNode;
}) {
  const [count, setCount] = useState(SHOWN);
  return (
    <>
      <ul className="rows">{rows.slice(0, count).map(children)}</ul>
      {rows.length > count && (
        <Button look="line" onClick={() => setCount(count + SHOWN)}>
          Show more rows
        </Button>
      )}
    </>
  );
}
