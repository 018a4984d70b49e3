import type { ChangedTable } from '../../api/changes';
import type { Versions } from '../../api/undo';
import { fieldsOf, type Reader, valueInWords } from './words';

type Props = { versions: Versions; reader: Reader };

/** Why a change was not undone: what it has left, what is there now, and what to do. */
export function BothVersions({ versions: { table_name, after, now, artists }, reader }: Props) {
  const table = table_name as ChangedTable;
  const differs = ([column]: [string, string]) =>
    (after?.[column] ?? null) !== (now?.[column] ?? null);
  const fields = fieldsOf(table, now ?? after).filter((field) => !after || !now || differs(field));
  return (
    <div className="hist-refused" role="alert">
      <p>
        <b>{reasonOf(after, now, fields.length)}</b>
      </p>
      {after && now && fields.length > 0 && (
        <table className="diff">
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">As this change left it</th>
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(([column, field]) => (
              <tr key={column}>
                <th scope="row">{field}</th>
                <td>{valueInWords(column, after[column], reader, artists)}</td>
                <td>
                  <ins>{valueInWords(column, now[column], reader, artists)}</ins>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>{adviceOf(after, now, fields.length)}</p>
    </div>
  );
}

type Version = Versions['after'];

function reasonOf(after: Version, now: Version, fields: number): string {
  if (!now) return 'Not undone: it has been deleted since.';
  if (!after) return 'Not undone: something else has taken its place.';
  return fields > 0
    ? 'Not undone: it has been changed since.'
    : 'Not undone: something was added to it since.';
}

function adviceOf(after: Version, now: Version, fields: number): string {
  if (!now) return 'Bring it back first. You will find it under Deleted.';
  if (!after) return 'Change or delete what is there now, then try again.';
  return fields > 0
    ? 'Undo the later change first. It is listed above this one. Or change the field by hand.'
    : 'Remove that first, then try again.';
}
