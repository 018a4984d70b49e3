import { useId, useState } from 'react';
import type { Preview } from '../../api/client/tables';
import { filled, MEANINGS, nameOf, needsAnswers, samples, withMeaning } from './columns';

type Props = {
  preview: Preview;
  /** What was chosen last, which the preview may not show yet. */
  chosen: (string | null)[] | null;
  onChange: (columns: (string | null)[]) => void;
};

/** Says what each column is taken for, and lets people say otherwise; opened where somebody has to. */
export function ColumnChoices({ preview, chosen, onChange }: Props) {
  const id = useId();
  const [wasOpen] = useState(() => needsAnswers(preview));
  const shown = filled(preview);
  if (shown.length === 0) return null;
  const { kind, columns } = preview;
  const meanings = chosen ?? columns.map(({ means }) => means);
  const choices = Object.entries(MEANINGS[kind]);
  return (
    <details className="columns" open={wasOpen}>
      <summary>{inShort(preview, shown)}</summary>
      <ul role="list">
        {shown.map((index) => {
          const column = columns[index];
          if (!column) return null;
          const name = nameOf(column, index);
          return (
            <li key={index}>
              <label className="columns__name" htmlFor={`${id}-${index}`}>
                <b translate="no">{name}</b>
                <span className="only-for" translate="no" dir="auto">
                  {samples(preview, index)}
                </span>
              </label>
              <select
                id={`${id}-${index}`}
                className="input"
                aria-label={`${name} is`}
                value={meanings[index] ?? ''}
                onChange={({ target }) =>
                  onChange(withMeaning(meanings, index, target.value || null))
                }
              >
                <option value="">Leave out</option>
                {choices.map(([means, label]) => (
                  <option key={means} value={means}>
                    {label}
                  </option>
                ))}
              </select>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

function inShort({ columns }: Preview, shown: number[]): string {
  if (columns.every(({ header }) => !header))
    return 'The first row does not name the columns. Check what each column is.';
  const left = columns.flatMap((column, index) =>
    shown.includes(index) && column.means === null ? [`“${nameOf(column, index)}”`] : [],
  );
  if (left.length === 0) return 'What each column is';
  return `Not imported: ${left.join(', ')}. Say what ${left.length === 1 ? 'it is' : 'they are'}.`;
}
