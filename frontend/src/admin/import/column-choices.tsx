import { useId, useState } from 'react';
import type { Preview } from '../../api/client/tables';
import { MEANINGS, nameOf, needsAnswers, samples, withMeaning } from './columns';

type Props = {
  preview: Preview;
  /** What was chosen last, which the preview may not show yet. */
  chosen: (string | null)[] | null;
  /** The places of the columns that have no name that we know. */
  asked: number[];
  onChange: (columns: (string | null)[]) => void;
};

/** Asks what the columns are whose names say nothing to us, or that have none. */
export function ColumnChoices({ preview, chosen, asked, onChange }: Props) {
  const id = useId();
  const [wasOpen] = useState(() => needsAnswers(preview));
  if (asked.length === 0) return null;
  const { kind, columns } = preview;
  const meanings = chosen ?? columns.map(({ means }) => means);
  const clear = meanings.filter((_, index) => !asked.includes(index));
  const choices = Object.entries(MEANINGS[kind]).filter(([means]) => !clear.includes(means));
  return (
    <details className="columns" open={wasOpen}>
      <summary>{inShort(preview, asked)}</summary>
      <ul>
        {asked.map((index) => {
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

function inShort({ columns }: Preview, asked: number[]): string {
  if (columns.every(({ header }) => !header))
    return 'The first row does not name the columns. Check what each column is.';
  const left = columns.flatMap((column, index) =>
    asked.includes(index) && column.means === null ? [`“${nameOf(column, index)}”`] : [],
  );
  if (left.length === 0) return 'Check what these columns are.';
  return `Not imported: ${left.join(', ')}. Say what ${left.length === 1 ? 'it is' : 'they are'}.`;
}
