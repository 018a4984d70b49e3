import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PreviewRow } from '../../api/client/tables';
import { counted } from '../../format';
import { Button } from '../../ui/button';
import { Segments } from '../../ui/form/segments';
import { say } from '../../ui/message/say';
import type { Sorted } from './rows';

const SHOWN = 100;

export type Shown = 'all' | 'problems' | 'left';

type FilterProps = { value: Shown; onChange: (value: Shown) => void; all: number; of: Sorted };

/** Chooses which rows are shown, and says how many there are of each kind. */
export function RowFilter({ value, onChange, all, of }: FilterProps) {
  const choices = [
    { key: 'all', text: 'All', count: all },
    { key: 'problems', text: 'Problems', count: of.problems.length },
    { key: 'left', text: 'Left out', count: of.left.length },
  ] as const;
  return <Segments label="Which rows" choices={choices} value={value} onChange={onChange} />;
}

/** A table may have thousands of rows: they come to the page in parts. */
export function RowList({
  rows,
  children,
}: {
  rows: PreviewRow[];
  children: (row: PreviewRow) => ReactNode;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [count, setCount] = useState(SHOWN);
  /** Not every row has a control: the focus goes to the first new one itself. */
  function more(): void {
    flushSync(() => setCount(count + SHOWN));
    const added = [...(list.current?.children ?? [])].slice(count) as HTMLElement[];
    added[0]?.focus();
    say(`${counted(added.length, 'more row')}.`);
  }
  return (
    <>
      <ul className="rows" role="list" ref={list}>
        {rows.slice(0, count).map(children)}
      </ul>
      {rows.length > count && (
        <Button look="line" onClick={more}>
          Show more rows
        </Button>
      )}
    </>
  );
}
