import { type ReactNode, useId, useRef, useState } from 'react';
import { useResource } from '../../api/query-store';
import { artistNamesResource, type Preview, type PreviewRow } from '../../api/tables';
import { counted } from '../../format';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { focusOnMount } from '../../ui/focus';
import { DayOrder } from './day-order';
import { ImportRow } from './preview-row';
import { countedRows, isProblem, problemsFirst } from './rows';
import type { Import } from './use-import';

const SHOWN = 300;

/** The second step: every row with what it would become, before anything is saved. */
export function CheckStep({ preview, ...state }: Import & { preview: Preview }) {
  const { table, busy, refusal, check, add, back } = state;
  const list = useRef<HTMLDivElement>(null);
  const names = useResource(artistNamesResource).data ?? [];
  const [shows, setShows] = useState<'all' | 'problems'>('all');
  const problems = preview.rows.filter(isProblem);
  const ready = preview.rows.filter(({ state }) => state === 'ready').length;
  const shown = shows === 'problems' ? problems : problemsFirst(preview.rows);

  async function choose(typed: string, id: string): Promise<void> {
    await check({ artists: { ...table.artists, [typed]: id } });
    const next = list.current?.querySelector<HTMLElement>('[data-decide]');
    (next ?? list.current?.querySelector<HTMLElement>('.import-tally'))?.focus();
  }

  return (
    <>
      <div className="stack" ref={list}>
        <p className="import-tally" role="status" tabIndex={-1} ref={focusOnMount}>
          {`${ready} ready, ${problems.length} to decide, ${preview.rows.length - ready - problems.length} already there.`}
        </p>
        {refusal && <Alert message={refusal} />}
        {(preview.needs_day_order || table.day_first !== null) && (
          <DayOrder
            rows={preview.rows}
            value={table.day_first}
            onChange={(dayFirst) => void check({ day_first: dayFirst })}
          />
        )}
        <Unknown columns={preview.columns} />
        <Filter
          value={shows}
          onChange={setShows}
          all={preview.rows.length}
          problems={problems.length}
        />
        <Rows rows={shown}>
          {(row) => (
            <ImportRow
              key={row.line}
              row={row}
              names={names}
              isBusy={busy !== null}
              onArtist={(typed, id) => void choose(typed, id)}
            />
          )}
        </Rows>
      </div>
      <section className="stickbar" aria-label="Next step">
        <p>
          {problems.length > 0
            ? `Nothing is saved yet. ${counted(problems.length, 'row')} would be left out, to copy afterwards.`
            : 'Nothing is saved yet.'}
        </p>
        <div className="form__act">
          <Button look="line" onClick={back}>
            Back
          </Button>
          <Button
            look="primary"
            isBusy={busy === 'adding'}
            disabled={ready === 0 || busy !== null}
            onClick={() => void add(preview)}
          >
            {busy === 'adding' ? 'Adding...' : `Add ${countedRows(preview.kind, ready)}`}
          </Button>
        </div>
      </section>
    </>
  );
}

/** The columns that nothing is made of. */
function Unknown({ columns }: Pick<Preview, 'columns'>) {
  const unknown = columns.filter(({ header, means }) => means === null && header.trim() !== '');
  if (unknown.length === 0) return null;
  const names = unknown.map(({ header }) => `“${header}”`).join(', ');
  return <p className="only-for">{`Not imported: ${names}.`}</p>;
}

type FilterProps = {
  value: 'all' | 'problems';
  onChange: (value: 'all' | 'problems') => void;
  all: number;
  problems: number;
};

function Filter({ value, onChange, all, problems }: FilterProps) {
  const name = useId();
  const choices = [
    { key: 'all', label: 'All', count: all },
    { key: 'problems', label: 'Problems', count: problems },
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
function Rows({
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
