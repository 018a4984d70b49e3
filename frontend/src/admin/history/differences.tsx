import type { ToldChange } from '../../api/changes';
import { fieldsOf, valueInWords } from './words';

/** Field by field what was and what is. */
export function Differences({ changes }: { changes: readonly ToldChange[] }) {
  const rows = changes.toReversed().flatMap(rowsOf);
  if (rows.length === 0) return null;
  return (
    <table className="diff">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, field, before, after }) => (
          <tr key={key}>
            <th scope="row">{field}</th>
            <td>
              <del>{before}</del>
            </td>
            <td>
              <ins>{after}</ins>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Row = { key: string; field: string; before: string; after: string };

function rowsOf({ id, table_name, before, after, artists }: ToldChange): Row[] {
  const name = (artistId: string) => artists.get(artistId)?.name ?? 'An artist who is gone';
  return fieldsOf(table_name, after ?? before).map(([column, field]) => ({
    key: `${id} ${column}`,
    field,
    before: before ? valueInWords(column, before[column], name) : '',
    after: after ? valueInWords(column, after[column], name) : '',
  }));
}
